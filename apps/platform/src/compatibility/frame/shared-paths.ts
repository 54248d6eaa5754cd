import type { NextFunction, Request, Response } from 'express';
import { hasPostmarkToken } from './postmark-tokens.js';

/** First steps of paths that two services have. Those without a credential of Postmark are Resend's. */
const SHARED = /^\/(?:templates|webhooks)(?=[/?]|$)/;

/** First step of Postmark's routes at these paths. */
export const POSTMARK_STEP = 'postmark';

/** Leads a request at a path that two services have to the routes of the one whose credential it has. */
export function routeSharedPaths(request: Request, _response: Response, next: NextFunction): void {
  if (SHARED.test(request.url) && hasPostmarkToken(request.headers)) request.url = `/${POSTMARK_STEP}${request.url}`;
  next();
}
