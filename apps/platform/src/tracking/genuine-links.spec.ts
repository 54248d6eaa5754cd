import { describe, expect, it, vi } from 'vitest';
import { newId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { PlatformConfig } from '../config.js';
import { GenuineLinks } from './genuine-links.js';
import { TrackingLinks } from './links/tracking-links.js';

const config = Object.assign(new PlatformConfig(), { publicUrl: 'https://t.demo.test/' });
const box = new SecretBox(KeyRing.fromConfig(KeyRing.generate('k1')));
const written = new TrackingLinks(box, config);
const links = new GenuineLinks(written);
const ref = () => ({ tenantId: newId('acc'), messageId: newId('msg') });
const clickToken = () => written.click(ref(), 'https://shop.test/a')!.split('/').at(-1)!;
const openToken = () => written.open(ref()).split('/').at(-1)!.replace('.gif', '');

describe('a link that is requested', () => {
  it('is verified once, and cached', () => {
    const verify = vi.spyOn(box, 'verifyMac');
    const token = clickToken();
    const link = links.click(token);
    expect(link).toMatchObject({ type: 'clicked', url: 'https://shop.test/a' });
    expect(links.click(token)).toBe(link);
    expect(verify).toHaveBeenCalledTimes(1);
    verify.mockRestore();
  });

  it('is one link in every spelling', () => {
    const token = clickToken();
    const link = links.click(token);
    for (const spelling of [`${token}=`, `${token.slice(0, 9)}!${token.slice(9)}`, `${token})`]) {
      expect(links.click(spelling)).toBe(link);
    }
  });

  it('is null if it was not written here, or is of the other kind', () => {
    const [click, open] = [clickToken(), openToken()];
    expect(links.click(click)).not.toBeNull();
    expect(links.open(click)).toBeNull();
    expect(links.open(open)).not.toBeNull();
    expect(links.click(open)).toBeNull();
    for (const token of ['', 'x', `${click.slice(0, -6)}AAAAAA`]) expect(links.click(token)).toBeNull();
  });

  it('is marked once within ten seconds, for a reader and for a machine', () => {
    const link = links.click(clickToken())!;
    const asked = (machine: boolean, seconds: number) => link.markRequested(machine, seconds * 1_000);
    expect([asked(false, 100), asked(true, 101), asked(false, 109.9), asked(true, 109.9)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([asked(false, 110), asked(true, 110), asked(true, 111)]).toEqual([true, false, true]);
  });

  it('is marked once a minute if it is a picture', () => {
    const picture = links.open(openToken())!;
    expect([0, 59.9, 60].map((seconds) => picture.markRequested(false, seconds * 1_000))).toEqual([true, false, true]);
  });
});
