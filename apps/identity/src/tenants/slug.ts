const MAX_LENGTH = 48;
const FALLBACK = 'account';

/** A name as part of an address: lower-case ASCII letters and digits in groups joined by hyphens, never empty. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_LENGTH);
  return slug.replace(/^-+|-+$/g, '') || FALLBACK;
}
