import { describe, expect, it } from 'vitest';

import { AddressGuard, InvalidAllowList } from './address-guard.js';

describe('AddressGuard', () => {
  it('permits public addresses and nothing else by default', () => {
    const guard = AddressGuard.fromConfig();
    expect(guard.permits('93.184.216.34', 443)).toBe(true);
    expect(guard.permits('127.0.0.1', 80)).toBe(false);
    expect(guard.permits('169.254.169.254', 80)).toBe(false);
    expect(guard.permits('no address', 80)).toBe(false);
  });

  it('permits an allowed address on its port only', () => {
    const guard = AddressGuard.fromConfig('127.0.0.1:4010, [::1]:4010');
    expect(guard.permits('127.0.0.1', 4010)).toBe(true);
    expect(guard.permits('::1', 4010)).toBe(true);
    expect(guard.permits('127.0.0.1', 4011)).toBe(false);
    expect(guard.permits('127.0.0.2', 4010)).toBe(false);
    expect(guard.permits('::ffff:127.0.0.1', 4010)).toBe(false);
  });

  it('accepts an IPv6 address in any notation', () => {
    expect(AddressGuard.fromConfig('[0:0::0:1]:80').permits('::1', 80)).toBe(true);
  });

  it('permits an allowed network on every port', () => {
    const guard = AddressGuard.fromConfig('10.2.0.0/16,fd00::/8');
    expect(guard.permits('10.2.255.1', 1)).toBe(true);
    expect(guard.permits('10.3.0.1', 1)).toBe(false);
    expect(guard.permits('fd12::1', 65_535)).toBe(true);
    expect(guard.permits('fe80::1', 80)).toBe(false);
  });

  it('permits an allowed name whatever it resolves to, on its port only', () => {
    const guard = AddressGuard.fromConfig('Hooks.intern:8443');
    expect(guard.permits('10.0.0.1', 8443, 'hooks.intern')).toBe(true);
    expect(guard.permits('10.0.0.1', 8443, 'hooks.intern.')).toBe(true);
    expect(guard.permits('10.0.0.1', 443, 'hooks.intern')).toBe(false);
    expect(guard.permits('10.0.0.1', 8443, 'other.intern')).toBe(false);
    expect(guard.permits('10.0.0.1', 8443)).toBe(false);
  });

  it.each(['127.0.0.1', 'host', 'host:0', 'host:65536', 'host:x', '10.0.0.0/33', '[zz]:80', 'http://a:80', '*:80'])(
    'rejects %s in its configuration, naming it',
    (entry) => {
      expect(() => AddressGuard.fromConfig(`127.0.0.1:80,${entry}`)).toThrow(InvalidAllowList);
      expect(() => AddressGuard.fromConfig(entry)).toThrow(entry);
    },
  );
});
