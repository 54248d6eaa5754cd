import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import { isUuid } from '#libs/core/http';

/** Cookie of a page with the id of a visitor who agreed to it; see pixel-script.ts. */
const VISITOR_COOKIE = '_pv';

/** The id that a visitor agreed to; undefined without one. */
export function consentedIdIn({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  const given = parseCookie(cookie)[VISITOR_COOKIE];
  return isUuid(given) ? given : undefined;
}

/** Global Privacy Control and Do Not Track. */
export const asksNotToBeFollowed = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-gpc'] === '1' || headers['dnt'] === '1';
