import type { Request } from 'express';

/**
 * Whether a request can come from our own pages, or from no browser at all: by `Sec-Fetch-Site` and `Origin`, which a
 * page cannot set. A browser sends the cookie by itself, so this is what protects against forged requests.
 */
export function isFromOwnPages(request: Request, allowedOrigins: readonly string[]): boolean {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  return site === 'same-origin' || (site === undefined && origin === undefined);
}
