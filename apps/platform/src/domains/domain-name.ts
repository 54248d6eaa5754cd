import { domainOf, parseMailbox } from '#libs/email';

/** Room for the longest name below the domain, `<selector>._domainkey.`, within the 253 characters that DNS has. */
export const DOMAIN_NAME_MAX = 227;

/** Letters, digits, hyphens and dots, of any script: what could make a mailbox of the text is not among them. */
const NAME = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;

/**
 * The domain in the form in which domains are stored: lower case, in A-labels, without the dot at its end. It is read
 * as the domain of a sender's address is, so the two compare equal. Null for a single label, an IP address, and
 * whatever else no sender can have.
 */
export function toDomainName(text: string): string | null {
  const name = text.replace(/\.$/, '');
  if (!NAME.test(name)) return null;
  const mailbox = parseMailbox(`x@${name}`);
  const domain = mailbox && domainOf(mailbox.address);
  return domain && domain.length <= DOMAIN_NAME_MAX ? domain : null;
}
