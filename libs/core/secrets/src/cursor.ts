import { decrypt, encrypt } from './aead.js';
import { decodeExactly } from './base64url.js';
import { bindContext } from './context.js';
import type { KeyRing } from './key-ring.js';

const VERSION = 1;
const HEADER_BYTES = 2;

/** Layout: version (1 byte), length of the key id (1 byte), key id, sealed JSON; all of it as one base64url text. */
export function sealCursor(keys: KeyRing, purpose: string, data: unknown): string {
  const json = JSON.stringify(data);
  if (json === undefined) throw new TypeError('A cursor carries data that JSON can hold');
  const keyId = Buffer.from(keys.currentKeyId, 'latin1');
  const sealed = encrypt(keys.derive(keys.currentKeyId, 'cursor', purpose), bindContext('cursor', purpose), json);
  return Buffer.concat([Buffer.of(VERSION, keyId.length), keyId, sealed]).toString('base64url');
}

/** Returns null for any invalid cursor: it comes from a client. */
export function openCursor(keys: KeyRing, purpose: string, cursor: string): unknown {
  const bytes = decodeExactly(cursor);
  if (!bytes || bytes.length < HEADER_BYTES || bytes[0] !== VERSION) return null;
  const end = HEADER_BYTES + (bytes[1] ?? 0);
  const keyId = bytes.toString('latin1', HEADER_BYTES, end);
  if (!keys.has(keyId)) return null;
  const json = decrypt(keys.derive(keyId, 'cursor', purpose), bindContext('cursor', purpose), bytes.subarray(end));
  return json ? JSON.parse(json.toString('utf8')) : null;
}
