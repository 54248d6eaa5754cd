import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';
import { isUuid } from '#libs/core/http';
import { formatNetwork, networkAt, parseAddress } from '#libs/core/networks';

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

/** Longer ones are no browser's, and the parser's expressions are not made for them. */
const LONGEST_AGENT = 1_024;

/** The user agent, cut to what a browser sends at most; empty without one. */
export const userAgentOf = (headers: IncomingHttpHeaders): string =>
  (headers['user-agent'] ?? '').slice(0, LONGEST_AGENT);

const PREFIXES = { 32: 24, 128: 48 } as const;

/** The network of an address, /24 or /48 of IPv6: with the user agent it is all that tells visitors without consent apart. */
export function visitorNetworkOf(text: string): string | undefined {
  const address = parseAddress(text);
  return address && formatNetwork(networkAt(address, PREFIXES[address.bits]));
}
