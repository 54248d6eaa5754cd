import { isReservedSlug } from '#libs/sites/sites';

const MAX_LENGTH = 1_000;

/** Characters that no address has, once it is decoded: separators of other kinds, quotes and controls. */
const FOREIGN = /[\\\p{Cc}]/u;

/**
 * Returns the canonical spelling of a request's path: decoded once, lower case, without empty segments and a slash at the end. Null for a
 * path that can be no address: malformed, with an encoded slash, or with the segments `.` and `..`.
 */
export function canonicalPath(raw: string): string | null {
  if (raw.length > MAX_LENGTH || /%2f|%5c/i.test(raw)) return null;
  const decoded = decode(raw);
  if (decoded === null || FOREIGN.test(decoded)) return null;
  const segments = decoded.toLowerCase().normalize('NFC').split('/').filter(Boolean);
  if (segments.some((segment) => segment === '.' || segment === '..')) return null;
  return `/${segments.join('/')}`;
}

function decode(raw: string): string | null {
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}

/** Whether a path is a route of the runtime and so no page's; short links are addresses like pages. */
export function isReservedPath(path: string): boolean {
  const [, first = '', second, ...more] = path.split('/');
  if (first === 'r') return !second || more.length > 0;
  return isReservedSlug(first);
}
