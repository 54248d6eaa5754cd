import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type * as Tldts from 'tldts';
import { lazyPackage } from '#libs/core/process';

const tldts = lazyPackage<typeof Tldts>('tldts');

/** Room for the name of the TXT record, `_service.<host>`, within the 253 characters that DNS has. */
export const HOST_MAX = 244;

/** Letters, digits, hyphens and dots of any script: no port, path, user or escape. */
const TEXT = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * A host as browsers send it: lower case, in A-labels, without a dot at the end. Null for what is no host name of two labels
 * or more, IP addresses included, however they are spelled.
 */
export function toHost(text: string): string | null {
  if (!TEXT.test(text)) return null;
  const host = domainToASCII(text).replace(/\.$/, '');
  const labels = host.split('.');
  if (host.length > HOST_MAX || labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null;
  return isIP(host) === 0 ? host : null;
}

/** Whether strangers may register names below it, as below `com`, `com.br` or `github.io`. */
export function isPublicSuffix(host: string): boolean {
  return tldts().parse(host, { allowPrivateDomains: true, extractHostname: false }).domain === null;
}

/** Whether the host is one of these, or below one. */
export function isWithin(host: string, parents: Iterable<string>): boolean {
  for (const parent of parents) if (host === parent || host.endsWith(`.${parent}`)) return true;
  return false;
}
