/** The same validator for every encoding of a page: they have the same meaning (RFC 9110, 8.8.1). */
export const weak = (etag: string): string => (etag.startsWith('W/') ? etag : `W/${etag}`);

/**
 * Whether a header `If-None-Match` names this validator, by weak comparison (RFC 9110, 13.1.2).
 * @param etag with its quotes, weak or not
 */
export function isMatch(header: string, etag: string): boolean {
  const opaque = etag.startsWith('W/') ? etag.slice(2) : etag;
  if (header === etag || header === opaque) return true;
  if (header.trim() === '*') return true;
  for (const [, candidate] of header.slice(0, MAX_HEADER).matchAll(/(?:W\/)?("[^"]*")/g)) {
    if (candidate === opaque) return true;
  }
  return false;
}

const MAX_HEADER = 4_000;
