import type * as PostalMime from 'postal-mime';
import { lazyPackage } from '#libs/core/process';
import { decodeHeaderText, ENCODED_WORD } from './encoded-words.js';
import type { HeaderField, ParsedAddress } from '../parsed-message.js';

/** An app at rest reads no messages. */
const postalMime = lazyPackage<typeof PostalMime>('postal-mime');

const ADDRESS_TEXT_MAX = 65_536;
const ADDRESSES_MAX = 500;
const NAME_MAX = 500;

/** The sign of an address, and what looks like it. */
const AT = /[@\ufe6b\uff20]/;
/** Characters of no text around the number of an encoded word that is put aside. */
const [ASIDE, ASIDE_END] = ['\u{f0000}', '\u{f0001}'];

interface Entry {
  name?: string;
  address?: string;
  group?: Entry[];
}

/** The author that a message names: one address; none, if it names no domain; or something that readers read in different ways. */
export type Author = { kind: 'one'; address: string } | { kind: 'none' } | { kind: 'unclear' };

/** The addresses of a list, those of groups included; what is no address is left out, but for its name. */
export function parseAddresses(value: string): ParsedAddress[] {
  return entriesOf(value)
    .flatMap((entry) => entry.group ?? [entry])
    .slice(0, ADDRESSES_MAX)
    .flatMap(({ name = '', address = '' }) => {
      const decoded = decodeHeaderText(name).slice(0, NAME_MAX);
      return decoded || address ? [{ name: decoded, address: bareAddress(address) }] : [];
    });
}

/**
 * The author of a message, as every reader of it would say: one From (RFC 5322, 3.6.2) with one address, whose domain has no
 * character that is not seen.
 */
export function authorOf(fields: readonly HeaderField[]): Author {
  const [from, ...others] = fields.filter(({ name }) => name.toLowerCase() === 'from');
  if (!from) return { kind: 'none' };
  const entries = entriesOf(from.value);
  const [address, ...more] = entries.map((entry) => entry.address ?? '').filter((one) => one !== '');
  if (others.length > 0 || more.length > 0 || entries.some(({ group }) => group)) return { kind: 'unclear' };
  if (address && isPlain(address)) return { kind: 'one', address };
  // Cron and old bounces write the name of a program alone, which borrows no domain.
  return AT.test(decodeHeaderText(from.value)) ? { kind: 'unclear' } : { kind: 'none' };
}

/** Returns whether an address is a local part and a domain of letters, digits and hyphens, of whatever script. */
function isPlain(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return (
    /^[^\s@<>,;:]+@[^@]+$|^".*"@[^@]+$/u.test(address) &&
    !/[\p{C}]/u.test(address) &&
    /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*(\.[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*)*$/u.test(domain)
  );
}

/** The entries of a list. An encoded word is text (RFC 2047, 5): no address is read out of it. */
function entriesOf(value: string): Entry[] {
  const words: string[] = [];
  const text = value.slice(0, ADDRESS_TEXT_MAX).replaceAll(/[\u{f0000}\u{f0001}]/gu, '');
  const plain = text.replaceAll(ENCODED_WORD, (word) => `${ASIDE}${words.push(word) - 1}${ASIDE_END}`);
  const restore = (one: string | undefined) =>
    one?.replaceAll(/\u{f0000}(\d+)\u{f0001}/gu, (_, index: string) => words[Number(index)] ?? '');
  const restored = ({ name, address, group }: Entry): Entry => ({
    name: restore(name),
    address: restore(address),
    ...(group && { group: group.map(restored) }),
  });
  return parsed(plain).map(restored);
}

function parsed(text: string): Entry[] {
  try {
    return postalMime().addressParser(text) as Entry[];
  } catch {
    return [];
  }
}

const bareAddress = (address: string): string => address.replaceAll(/[\0-\x20\x7f]/g, '').slice(0, NAME_MAX);
