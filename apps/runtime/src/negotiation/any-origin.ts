import type { Request, Response } from 'express';

/** How long a browser remembers what it may send. */
const PREFLIGHT_SECONDS = '600';

/**
 * Lets a page of any origin read the answer, also one that says that its origin is wrong: nothing secret is in it, and no credential of the
 * browser in the request.
 */
export function allowAnyOrigin(request: Request, response: Response): void {
  response.vary('Origin');
  response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
  response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
}

/** Answers a browser that asks before it sends JSON to another origin. */
export function allowJsonPost(request: Request, response: Response): void {
  allowAnyOrigin(request, response);
  response.setHeader('Access-Control-Allow-Methods', 'POST');
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type');
  response.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS);
}
