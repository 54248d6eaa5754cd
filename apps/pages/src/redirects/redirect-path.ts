import { isReservedSlug } from '#libs/sites/sites';
import { toHttpTarget } from '../domains/http-target.js';

export const PATH_MAX = 500;

/** Matches characters that end a path or stand for a slash, encoded or not. */
const FOREIGN = /[?#\s\\]|%2f|%5c/i;
/** Matches an invalid decoded path: controls, halves of characters, empty segments, and the segments `.` and `..`. */
const INVALID = /[\p{Cc}\p{Cs}\\]|\/\/|(?:^|\/)\.{1,2}(?:\/|$)/u;
/** Stands for the host of a redirect while its target is parsed. */
const SAME_HOST = 'https://same.invalid';

/**
 * A path in the form in which the runtime looks it up: decoded once, lower case, without a slash at its end. Null for what is
 * no path, or is one of the runtime's own.
 */
export function toRedirectPath(text: string): string | null {
  if (!text.startsWith('/') || FOREIGN.test(text)) return null;
  const path = decode(text)?.toLowerCase().normalize('NFC');
  if (path === undefined || path.length > PATH_MAX || INVALID.test(path)) return null;
  const trimmed = path === '/' ? path : path.replace(/\/$/, '');
  return isReservedSlug(trimmed.split('/')[1] ?? '') ? null : trimmed;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Parses the target of a redirect: an http or https URL, or a path of the same host. Returns null for everything else. */
export function toRedirectTarget(text: string): string | null {
  if (!text.startsWith('/')) return toHttpTarget(text);
  // A backslash is a slash to browsers, and two slashes begin another host.
  if (text.includes('\\') || text.startsWith('//')) return null;
  const absolute = toHttpTarget(`${SAME_HOST}${text}`);
  const target = absolute?.slice(SAME_HOST.length);
  return target?.startsWith('//') ? null : (target ?? null);
}
