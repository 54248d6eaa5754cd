import { domainToASCII } from 'node:url';

/** A domain as it is written in DNS; one that is none, in lower case as it is. */
export function asciiDomain(domain: string): string {
  const name = domain.trim().toLowerCase().replace(/\.$/, '');
  return /^[\0-\x7f]*$/.test(name) ? name : domainToASCII(name) || name;
}
