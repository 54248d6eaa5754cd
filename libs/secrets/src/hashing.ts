import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Whether two strings are the same, in a time that tells nothing about where they differ. Any lengths: what is compared
 * are SHA-256 digests (of UTF-16, in which every string has bytes of its own, lone surrogates included).
 */
export function constantTimeEquals(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

/** SHA-256 of the text's UTF-8 as 64 hex digits. For tokens of high entropy; passwords need a slow hash. */
export function sha256Hex(text: string): string {
  return hash('sha256', text, 'hex');
}

/** `bytes` random bytes as base64url (43 characters for 32 bytes). */
export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

/** `bytes` random bytes as hex digits, two a byte. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

function digest(text: string): Buffer {
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer');
}
