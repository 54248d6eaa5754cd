import { expect, it } from 'vitest';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { ErasedAddresses } from './erased-addresses.js';

const OLD = KeyRing.generate('old');
const NEW = KeyRing.generate('new');
const TENANT = 'acc_0123456789abcdef';

const under = (...keys: string[]) => new ErasedAddresses(new SecretBox(KeyRing.fromConfig(keys.join(','))));

it('an address is found by the hash of a key that is not the current one any more', () => {
  const before = under(OLD).hashOf(TENANT, 'ana@example.test');
  const rotated = under(NEW, OLD);
  expect(rotated.formsOf(TENANT, 'ana@example.test')).toContain(before);
  expect(rotated.hashOf(TENANT, 'ana@example.test')).toBe(under(NEW).hashOf(TENANT, 'ana@example.test'));
});

it('every spelling of a mailbox has one hash, and no other tenant or address has it', () => {
  const erased = under(OLD);
  const hash = erased.hashOf(TENANT, 'ana.maria+x@gmail.com');
  expect(erased.hashOf(TENANT, ' AnaMaria@GoogleMail.com')).toBe(hash);
  expect(erased.hashOf(TENANT, 'anamaria@example.test')).not.toBe(hash);
  expect(erased.hashOf('acc_fedcba9876543210', 'anamaria@gmail.com')).not.toBe(hash);
});

it('a number has a hash, and a device has none', () => {
  expect(under(OLD).formsOf(TENANT, '+15005550100')).toHaveLength(2);
  expect(under(OLD).formsOf(TENANT, '0196f0a0-0000-7000-8000-000000000000')).toHaveLength(1);
});
