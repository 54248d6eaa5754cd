import type { IncomingHttpHeaders } from 'node:http';

/** Headers of Postmark's credentials: paths that two services have are told apart by them. */
const POSTMARK_TOKENS = ['x-postmark-server-token', 'x-postmark-account-token'];

/** Tells whether a request has a credential of Postmark, whatever its value. */
export const hasPostmarkToken = (headers: IncomingHttpHeaders): boolean =>
  POSTMARK_TOKENS.some((name) => headers[name] !== undefined);
