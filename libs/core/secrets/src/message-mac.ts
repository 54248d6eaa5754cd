import { createHmac, timingSafeEqual } from 'node:crypto';
import { contextText } from './context.js';
import type { KeyRing } from './key-ring.js';

/** HMAC-SHA256 (32 bytes) over the parts, under the key of that id and purpose. */
export function computeMac(keys: KeyRing, keyId: string, purpose: string, parts: readonly string[]): Buffer {
  return createHmac('sha256', keys.derive(keyId, 'mac', purpose))
    .update(contextText(parts), 'utf8')
    .digest();
}

/** Whether `mac`, whole or truncated, is that of the parts under any of the keys; compared in constant time. */
export function isMacOf(
  keys: KeyRing,
  purpose: string,
  mac: Buffer,
  parts: readonly string[],
  shortest: number,
): boolean {
  if (mac.length < shortest) return false;
  for (const keyId of keys.keyIds) {
    const expected = computeMac(keys, keyId, purpose, parts).subarray(0, mac.length);
    if (expected.length === mac.length && timingSafeEqual(expected, mac)) return true;
  }
  return false;
}
