import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { PlatformConfig } from '../../config.js';
import { TrackingLinks } from './tracking-links.js';

const config = Object.assign(new PlatformConfig(), { publicUrl: 'https://t.demo.test/' });
const links = new TrackingLinks(new SecretBox(KeyRing.fromConfig(KeyRing.generate('k1'))), config);
const ref = { tenantId: newId('acc'), messageId: newId('msg') };
const tokenOf = (link: string | null) => link!.split('/').at(-1)!;

describe('a link in a mail', () => {
  it('holds all that answering needs', () => {
    const url = 'https://shop.test/a?b=c&d=é#f';
    const link = links.click(ref, url);
    expect(link).toMatch(/^https:\/\/t\.demo\.test\/t\/c\/[\w-]+$/);
    expect(links.verifyClick(tokenOf(link))).toEqual({ ref, url });
    expect(links.verifyOpen(tokenOf(links.open(ref)).replace('.gif', ''))).toEqual(ref);
    expect(links.verifyUnsubscribe(tokenOf(links.unsubscribe(ref)))).toEqual(ref);
  });

  it('is no link of another kind', () => {
    expect(links.verifyUnsubscribe(tokenOf(links.open(ref)).replace('.gif', ''))).toBeNull();
    expect(links.verifyClick(tokenOf(links.unsubscribe(ref)))).toBeNull();
    expect(links.verifyOpen(tokenOf(links.click(ref, 'https://a.test/')))).toBeNull();
  });

  it('is nothing when any byte of it is another: no open redirect', () => {
    const bytes = Buffer.from(tokenOf(links.click(ref, 'https://shop.test/')), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      expect(links.verifyClick(altered.toString('base64url'))).toBeNull();
    }
    const longer = Buffer.concat([bytes.subarray(0, -12), Buffer.from('.evil.test'), bytes.subarray(-12)]);
    expect(links.verifyClick(longer.toString('base64url'))).toBeNull();
  });

  it.each(['', 'x', '....', 'A'.repeat(10_000)])('is nothing: %s', (token) => {
    expect(links.verifyClick(token)).toBeNull();
  });

  it('is not made of a URL that is too long', () => {
    expect(links.click(ref, `https://shop.test/${'x'.repeat(1_800)}`)).not.toBeNull();
    expect(links.click(ref, `https://shop.test/${'x'.repeat(2_000)}`)).toBeNull();
  });
});
