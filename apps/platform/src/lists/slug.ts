import { createHash } from 'node:crypto';

export const MAX_SLUG = 100;
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const HASH_DIGITS = 16;

/**
 * The slug of a name: its letters without marks and its digits, in lower case, joined by hyphens. A name that has none
 * of them gets one made of its hash. Equal names have equal slugs.
 */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  if (!words) return `list-${createHash('sha256').update(name).digest('hex').slice(0, HASH_DIGITS)}`;
  return words.join('-').slice(0, MAX_SLUG).replace(/-$/, '');
}
