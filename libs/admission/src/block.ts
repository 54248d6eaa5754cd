import { parseMailbox } from '#libs/email';
import { formatAddress, formatNetwork, parseAddress, parseNetwork } from '#libs/networks';

/** What can be blocked. */
export const BLOCK_KINDS = ['email', 'domain', 'ip', 'cidr'] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Somebody who may not come in: an e-mail address, a domain with all below it, an IP address or a network. */
export interface Block {
  kind: BlockKind;
  /** In its one spelling; see {@link normalBlock}. */
  value: string;
}

/** A network larger than these would be most of the internet. */
const SHORTEST_PREFIX = { 32: 8, 128: 16 } as const;

/**
 * The one spelling of what is to be blocked, so that two spellings of one thing are one entry: addresses and domains
 * in lower case and A-labels, IP addresses and networks as RFC 5952 writes them. Undefined for what is not of the kind.
 */
export function normalBlock(kind: BlockKind, text: string): string | undefined {
  switch (kind) {
    case 'email':
      return normalEmail(text);
    case 'domain':
      return normalDomain(text);
    case 'ip': {
      const address = parseAddress(text.trim());
      return address && formatAddress(address);
    }
    case 'cidr': {
      const network = parseNetwork(text.trim());
      return network && network.prefix >= SHORTEST_PREFIX[network.bits] ? formatNetwork(network) : undefined;
    }
  }
}

/** The form in which e-mail addresses are compared: one person is one, whatever the case. */
export function normalEmail(text: string): string | undefined {
  const mailbox = parseMailbox(text.trim());
  return mailbox && mailbox.name === undefined ? mailbox.address.toLowerCase() : undefined;
}

/** Letters, digits, hyphens and dots, of any script: what could make a mailbox of the text is not among them. */
const DOMAIN = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;

function normalDomain(text: string): string | undefined {
  const name = text.trim().replace(/^@|\.$/g, '');
  const mailbox = DOMAIN.test(name) ? parseMailbox(`x@${name}`) : null;
  return mailbox?.address.slice(2).toLowerCase();
}
