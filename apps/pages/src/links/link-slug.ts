import { randomInt } from 'node:crypto';

export const SLUG_MAX = 80;

/** Letters, digits and single hyphens between them. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Without 0 and o, 1, i and l, which people who type a link from paper confuse. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 7;

/** A slug of its own: 31 to the power of seven possibilities. */
export function newSlug(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
