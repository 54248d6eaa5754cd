import type { Request } from 'express';

/**
 * Whether a request comes from our own pages or from outside a browser, by `Sec-Fetch-Site` and `Origin`, which a page
 * cannot set. This is the protection against cross-site request forgery, as browsers send the cookie by themselves.
 */
export function isFromOwnPages(request: Request, allowedOrigins: readonly string[]): boolean {
  const site = request.header('sec-fetch-site');
  const origin = request.header('origin');
  if (origin !== undefined && allowedOrigins.includes(origin)) return true;
  return site === 'same-origin' || (site === undefined && origin === undefined);
}
