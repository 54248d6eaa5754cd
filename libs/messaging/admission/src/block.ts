import { parseMailbox } from '#libs/mail/email';
import { formatAddress, formatNetwork, parseAddress, parseNetwork } from '#libs/core/networks';

export const BLOCK_KINDS = ['email', 'domain', 'ip', 'cidr'] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** An entry of the block list: an e-mail address, a domain with its subdomains, an IP address or a network. */
export interface Block {
  kind: BlockKind;
  /** Normalised by {@link normalBlock}. */
  value: string;
}

/** Shortest prefix of a blocked network, by address family; a larger network would block much of the internet. */
const SHORTEST_PREFIX = { 32: 8, 128: 16 } as const;

/**
 * The normal form of a block: e-mail addresses and domains in lower case and A-labels, IP addresses and networks as
 * RFC 5952 writes them. Undefined if the text is not valid for the kind.
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

/** The form in which e-mail addresses are compared; undefined if the text is not a bare address. */
export function normalEmail(text: string): string | undefined {
  const mailbox = parseMailbox(text.trim());
  return mailbox && mailbox.name === undefined ? mailbox.address.toLowerCase() : undefined;
}

/** Letters, digits, hyphens and dots, of any script: without characters that have a meaning in a mailbox. */
const DOMAIN = /^[a-z0-9.\-\u{80}-\u{10ffff}]+$/iu;

function normalDomain(text: string): string | undefined {
  const name = text.trim().replace(/^@|\.$/g, '');
  const mailbox = DOMAIN.test(name) ? parseMailbox(`x@${name}`) : null;
  return mailbox?.address.slice(2).toLowerCase();
}
