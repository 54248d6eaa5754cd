import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { PlatformConfig } from '../../config.js';
import { ReturnPaths } from './return-path.js';

const keys = KeyRing.generate('k1');

function returnPaths(ring = keys, domain: string | undefined = 'bounces.demo.test'): ReturnPaths {
  const config = Object.assign(new PlatformConfig(), { returnPathDomain: domain });
  return new ReturnPaths(new SecretBox(KeyRing.fromConfig(ring)), config);
}

const ref = { tenantId: newId('acc'), messageId: newId('msg') };

describe('the return path of a message', () => {
  it('names the message and fits a local part', () => {
    const address = returnPaths().addressOf(ref)!;
    expect(address).toMatch(/^bounce\+[0-9a-f]{56}@bounces\.demo\.test$/);
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    expect(returnPaths().verify(address)).toEqual({ ref, expired: false });
  });

  it('is read in any case, for servers change it', () => {
    expect(returnPaths().verify(returnPaths().addressOf(ref)!.toUpperCase())).toEqual({ ref, expired: false });
  });

  it('is nothing when a single character of it is another', () => {
    const address = returnPaths().addressOf(ref)!;
    for (let at = 'bounce+'.length; at < address.indexOf('@'); at += 1) {
      const other = address[at] === '0' ? '1' : '0';
      expect(returnPaths().verify(address.slice(0, at) + other + address.slice(at + 1))).toBeNull();
    }
  });

  it.each(['', '@', 'bounce+@bounces.demo.test', 'postmaster@bounces.demo.test', 'bounce+x.y.z@bounces.demo.test'])(
    'is nothing for %j',
    (address) => {
      expect(returnPaths().verify(address)).toBeNull();
    },
  );

  it('is nothing at another domain, or of another installation', () => {
    const address = returnPaths().addressOf(ref)!;
    expect(returnPaths().verify(address.replace('demo.test', 'rival.test'))).toBeNull();
    expect(returnPaths(KeyRing.generate('k1')).verify(address)).toBeNull();
  });

  it('expires 30 days after it was issued', () => {
    const issued = new Date('2026-01-01T12:00:00Z');
    const address = returnPaths().addressOf(ref, issued)!;
    const after = (days: number) => new Date(issued.getTime() + days * 86_400_000);
    expect([0, 30, 31, 400].map((days) => returnPaths().verify(address, after(days))?.expired)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('is read in the form without a day, and expires 30 days after the message was made', () => {
    const mac = new SecretBox(KeyRing.fromConfig(keys)).mac('email.return-path', ref.tenantId, ref.messageId);
    const [message, tenant] = [ref.messageId.slice(4), ref.tenantId.slice(4)];
    const address = `bounce+${message}.${tenant}.${mac.subarray(0, 10).toString('hex')}@bounces.demo.test`;
    expect(returnPaths().verify(address)).toEqual({ ref, expired: false });
    expect(returnPaths().verify(address, new Date(Date.now() + 32 * 86_400_000))).toEqual({ ref, expired: true });
    expect(returnPaths().verify(address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')))).toBeNull();
  });

  it('outlives a rotation of the keys', () => {
    const address = returnPaths().addressOf(ref)!;
    expect(returnPaths(`${KeyRing.generate('k2')},${keys}`).verify(address)).toEqual({ ref, expired: false });
  });

  it('is absent when no domain is configured', () => {
    expect(returnPaths(keys, '').addressOf(ref)).toBeUndefined();
  });
});
