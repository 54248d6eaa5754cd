import type { DkimKeyType } from '#libs/mail/email';
import type { RecordStatus } from './record-status.js';
import { itemsOf, parseTagList, withoutWhitespace } from './tag-list.js';

interface PublishedKey {
  algorithm: DkimKeyType;
  publicKey: string;
}

const KEY_TYPE: Record<DkimKeyType, string> = { 'rsa-2048': 'rsa', ed25519: 'ed25519' };

/**
 * Whether the texts at a selector's name publish the key so that receivers accept its signatures (RFC 6376, 3.6.1 and
 * RFC 8463). The record is parsed, not compared as text: order, spaces and further tags do not matter. A receiver may use
 * any of several key records (3.6.2.2), so each must be valid.
 */
export function judgeDkim(texts: readonly string[], key: PublishedKey): RecordStatus {
  if (texts.length === 0) return 'missing';
  const records = texts.map(parseTagList).filter((tags) => tags?.has('p'));
  return records.length > 0 && records.every((tags) => tags && publishes(tags, key)) ? 'found' : 'mismatch';
}

function publishes(tags: ReadonlyMap<string, string>, { algorithm, publicKey }: PublishedKey): boolean {
  return (
    hasVersion(tags) &&
    (tags.get('k') ?? 'rsa') === KEY_TYPE[algorithm] &&
    withoutWhitespace(tags.get('p') ?? '') === publicKey &&
    allows(tags.get('h'), 'sha256') &&
    (allows(tags.get('s'), '*') || allows(tags.get('s'), 'email'))
  );
}

/** The version is optional; if present, it comes first. */
function hasVersion(tags: ReadonlyMap<string, string>): boolean {
  return !tags.has('v') || (tags.keys().next().value === 'v' && tags.get('v') === 'DKIM1');
}

function allows(list: string | undefined, item: string): boolean {
  return list === undefined || itemsOf(list).includes(item);
}
