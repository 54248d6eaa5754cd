import { inspect } from 'node:util';

import { describe, expect, it } from 'vitest';

import { InvalidKeyRing, UnknownKeyId } from './errors.js';
import { KeyRing } from './key-ring.js';

const A = Buffer.alloc(32, 1).toString('base64');
const B = Buffer.alloc(32, 2).toString('base64');

describe('KeyRing.fromConfig', () => {
  it('takes the first key as the current one and keeps the others', () => {
    const ring = KeyRing.fromConfig(`k2:${B}, k1:${A}`);
    expect(ring.currentKeyId).toBe('k2');
    expect(ring.keyIds).toEqual(['k2', 'k1']);
    expect(ring.has('k1')).toBe(true);
    expect(ring.has('k3')).toBe(false);
  });

  it('takes base64 without padding', () => {
    expect(KeyRing.fromConfig(`k1:${A.replace('=', '')}`).currentKeyId).toBe('k1');
  });

  it.each([
    ['nothing', '', /Master key 1 must be/],
    ['no id', `:${A}`, /Master key 1 must be/],
    ['no colon', A, /Master key 1 must be/],
    ['a dot in the id, which separates the parts of a sealed text', `k.1:${A}`, /Master key 1 must be/],
    ['an entry left empty', `k1:${A},`, /Master key 2 must be/],
    ['31 bytes', `k1:${Buffer.alloc(31).toString('base64')}`, /k1 must be the base64 of exactly 32 bytes/],
    ['33 bytes', `k1:${Buffer.alloc(33).toString('base64')}`, /k1 must be the base64 of exactly 32 bytes/],
    ['a character that is not base64', `k1:${A.replace('A', '!')}`, /k1 must be the base64/],
    ['the same id twice', `k1:${A},k1:${B}`, /Master key 2 repeats the id k1/],
  ])('rejects %s', (_what, text, message) => {
    expect(() => KeyRing.fromConfig(text)).toThrow(InvalidKeyRing);
    expect(() => KeyRing.fromConfig(text)).toThrow(message);
  });

  it('does not repeat the key in its message', () => {
    const damaged = `${A.slice(0, -3)}**=`;
    try {
      KeyRing.fromConfig(`k1:${damaged}`);
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain(A.slice(0, 10));
    }
  });

  it('reads what generate makes', () => {
    const one = KeyRing.generate('2026-11');
    expect(KeyRing.fromConfig(one).currentKeyId).toBe('2026-11');
    expect(KeyRing.generate('2026-11')).not.toBe(one);
    expect(() => KeyRing.generate('a:b')).toThrow(InvalidKeyRing);
  });
});

describe('KeyRing', () => {
  const ring = KeyRing.fromConfig(`k2:${B},k1:${A}`);
  const bytes = (...args: Parameters<KeyRing['derive']>) =>
    ring
      .derive(...args)
      .export()
      .toString('hex');

  it('derives the same key each time and after a restart', () => {
    const restarted = KeyRing.fromConfig(`k2:${B},k1:${A}`);
    expect(bytes('k1', 'seal', 'acc_1', 'p')).toBe(
      restarted.derive('k1', 'seal', 'acc_1', 'p').export().toString('hex'),
    );
  });

  it('derives an unrelated key for each master key, use, tenant and purpose', () => {
    const keys = [
      bytes('k1', 'seal', 'acc_1', 'p'),
      bytes('k2', 'seal', 'acc_1', 'p'),
      bytes('k1', 'index', 'acc_1', 'p'),
      bytes('k1', 'cursor', 'acc_1', 'p'),
      bytes('k1', 'seal', 'acc_2', 'p'),
      bytes('k1', 'seal', 'acc_1', 'q'),
      bytes('k1', 'seal', 'acc_1 p', ''),
      bytes('k1', 'seal', 'acc_1 ', 'p'),
      bytes('k1', 'seal', 'acc_1', ' p'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('knows only the configured ids', () => {
    expect(() => ring.derive('k3', 'seal', 'acc_1', 'p')).toThrow(new UnknownKeyId('k3'));
  });

  it('shows key ids and nothing else when it is printed', () => {
    expect(inspect(ring)).toBe('KeyRing(k2, k1)');
    expect(inspect({ nested: ring })).not.toContain(A);
    expect(JSON.stringify(ring)).toBe('{"keyIds":["k2","k1"]}');
  });
});
