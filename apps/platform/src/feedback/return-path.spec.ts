import { describe, expect, it } from 'vitest';
import { newId } from '#libs/persistence';
import { KeyRing, SecretBox } from '#libs/secrets';
import { PlatformConfig } from '../config.js';
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
    expect(address).toMatch(/^bounce\+[0-9a-f.]+@bounces\.demo\.test$/);
    expect(address.indexOf('@')).toBeLessThanOrEqual(64);
    expect(returnPaths().read(address)).toEqual(ref);
  });

  it('is read in any case, for servers change it', () => {
    expect(returnPaths().read(returnPaths().addressOf(ref)!.toUpperCase())).toEqual(ref);
  });

  it('is nothing when a single character of it is another', () => {
    const address = returnPaths().addressOf(ref)!;
    for (let at = 'bounce+'.length; at < address.indexOf('@'); at += 1) {
      const other = address[at] === '0' ? '1' : '0';
      expect(returnPaths().read(address.slice(0, at) + other + address.slice(at + 1))).toBeNull();
    }
  });

  it.each(['', '@', 'bounce+@bounces.demo.test', 'postmaster@bounces.demo.test', 'bounce+x.y.z@bounces.demo.test'])(
    'is nothing for %j',
    (address) => {
      expect(returnPaths().read(address)).toBeNull();
    },
  );

  it('is nothing at another domain, or of another installation', () => {
    const address = returnPaths().addressOf(ref)!;
    expect(returnPaths().read(address.replace('demo.test', 'rival.test'))).toBeNull();
    expect(returnPaths(KeyRing.generate('k1')).read(address)).toBeNull();
  });

  it('outlives a rotation of the keys', () => {
    const address = returnPaths().addressOf(ref)!;
    expect(returnPaths(`${KeyRing.generate('k2')},${keys}`).read(address)).toEqual(ref);
  });

  it('is absent when no domain is configured', () => {
    expect(returnPaths(keys, '').addressOf(ref)).toBeUndefined();
  });
});
