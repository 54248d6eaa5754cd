import { domainOf, parseMailbox } from '#libs/mail/email';

/** Room for the longest name below the domain, `<selector>._domainkey.`, within the 253 characters that DNS has. */
export const DOMAIN_NAME_MAX = 227;

/** Letters, digits, hyphens and dots of any script, and nothing that could make the text a mailbox. */
const NAME = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;

/**
 * The domain as it is stored: lower case, in A-labels, without a dot at the end; equal to the parsed domain of a sender's
 * address. Null for a single label, an IP address, and everything else that no sender can have.
 */
export function toDomainName(text: string): string | null {
  const name = text.replace(/\.$/, '');
  if (!NAME.test(name)) return null;
  const mailbox = parseMailbox(`x@${name}`);
  const domain = mailbox && domainOf(mailbox.address);
  return domain && domain.length <= DOMAIN_NAME_MAX ? domain : null;
}
