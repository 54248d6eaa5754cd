import { randomInt } from 'node:crypto';
import { isLegalSlug, isReservedSlug } from '#libs/sites/sites';

export const SLUG_MAX = 80;
export const SLUG = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** Slug of a title without a letter or digit. */
const NAMELESS = 'pagina';
const SUFFIX_LENGTH = 5;

/** The slug of a title: its letters without marks and its digits, in lower case, joined by hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const slug = words ? shortened(words.join('-'), SLUG_MAX) : NAMELESS;
  return isReservedSlug(slug) || isLegalSlug(slug) ? withSuffix(slug) : slug;
}

/** The slug with an ending that makes it most likely unique. */
export function withSuffix(slug: string): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => randomInt(36).toString(36)).join('');
  return `${shortened(slug, SLUG_MAX - SUFFIX_LENGTH - 1)}-${suffix}`;
}

const shortened = (slug: string, length: number): string => slug.slice(0, length).replace(/-+$/, '');
