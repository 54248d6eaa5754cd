import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import type { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { findSame, type IdentifierChange } from '../contacts/identifier-changes/identifier-changes.js';
import { IDENTIFIER_KINDS } from '../identifiers/identifiers.js';
import { createIdentifier } from '../contacts/creation/new-contact.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';

/** One of the two contacts of a merge, locked, with its key. */
export interface MergingContact extends ContactRecord {
  key: DataKey;
  stored: ContactIdentifier[];
}

/** Locks contacts, deleted ones too, in the order of their ids: two merges of one pair wait for each other. */
export async function lockBoth(
  contacts: ContactRepository,
  tx: EntityManager,
  tenantId: TenantId,
  ids: readonly [Id<'cnt'>, Id<'cnt'>],
): Promise<[Contact | null, Contact | null]> {
  const found = new Map<string, Contact | null>();
  for (const id of ids.toSorted()) found.set(id, await contacts.lockWithDeleted(tx, tenantId, id));
  return [found.get(ids[0]) ?? null, found.get(ids[1]) ?? null];
}

/** Null for an anonymized contact. */
export async function openMerging(
  contacts: ContactRepository,
  tx: EntityManager,
  cipher: TenantCipher,
  contact: Contact,
): Promise<MergingContact | null> {
  const stored = await contacts.listIdentifiers(tx, contact.tenantId, [contact.id]);
  const record = openContact(cipher, contact, stored);
  return record.key && { ...record, key: record.key, stored };
}

/**
 * The identifiers of the other contact for the kept one, whose primary ones stay. A number that the kept one has in another
 * spelling is left out.
 */
export function identifiersFor(cipher: TenantCipher, kept: MergingContact, other: MergingContact): ContactIdentifier[] {
  const added = other.identifiers.filter(({ kind, value }) => !findSame(kept.stored, cipher.indexesOf(kind, value)));
  return added.map(({ kind, value, isPrimary }) => {
    const isFirst = !kept.stored.some((one) => one.kind === kind);
    return createIdentifier(kept.contact, cipher, kept.key, kind, value, isPrimary && isFirst);
  });
}

/** Takes from the kept contact the identifiers that belong to the other. */
export function identifiersWithout(
  kept: readonly ContactIdentifier[],
  other: readonly ContactIdentifier[],
): { change: IdentifierChange; remaining: ContactIdentifier[] } {
  const isOfOther = (one: ContactIdentifier) =>
    other.some(({ kind, blindIndex }) => kind === one.kind && blindIndex.equals(one.blindIndex));
  const remaining = kept.filter((one) => !isOfOther(one)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const heirs = IDENTIFIER_KINDS.flatMap((kind) => {
    const ofKind = remaining.filter((one) => one.kind === kind);
    const [oldest] = ofKind;
    return oldest && !ofKind.some(({ isPrimary }) => isPrimary) ? [{ ...oldest, isPrimary: true }] : [];
  });
  return { change: { deleted: kept.filter(isOfOther), updated: heirs, inserted: [] }, remaining };
}
