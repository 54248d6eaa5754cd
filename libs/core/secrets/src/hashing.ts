import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Compares two strings of any length in constant time, by their SHA-256 digests. Hashes UTF-16, because UTF-8 encodes
 * all lone surrogates as the same bytes.
 */
export function constantTimeEquals(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** SHA-256 of the text's UTF-8 as 64 hex digits. Only for tokens of high entropy; passwords need a slow hash. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** `bytes` random bytes as base64url (43 characters for 32 bytes). */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** `bytes` random bytes as hex digits, two per byte. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

function digest(text: string): Buffer {
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer');
}
