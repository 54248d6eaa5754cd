/** Characters of a target as it is stored, percent-encoded. */
export const TARGET_MAX = 2_048;

/** Whitespace and control characters: a URL parser drops some of them, a header must have none. */
const UNSAFE = /[\s\p{Cc}]/u;

/**
 * The address that visitors are sent to, as it goes into the header Location: http or https, in ASCII. Null for every other
 * scheme, for text that is no URL, and for one with a user or password, which only disguises where it leads.
 */
export function toHttpTarget(text: string): string | null {
  if (UNSAFE.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  return url.username || url.password || url.href.length > TARGET_MAX ? null : url.href;
}

/** Whether a path is that of a short link of the runtime, also if it is written with escapes. */
export function isShortLinkPath(path: string): boolean {
  return /^\/+r(?:\/|$)/i.test(decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
