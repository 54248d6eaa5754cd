import type { DataKey } from '#libs/core/secrets';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import type { Contact } from '../contact.entity.js';
import type { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import type { IdentifierKind } from '../../identifiers/identifiers.js';
import { createIdentifier } from '../creation/new-contact.js';

/** Rows to delete, update and insert when the identifiers of a contact change. */
export interface IdentifierChange {
  deleted: ContactIdentifier[];
  /** The ones that stop being primary come before those that become it. */
  updated: ContactIdentifier[];
  inserted: ContactIdentifier[];
}

interface Sealed {
  contact: Contact;
  cipher: TenantCipher;
  key: DataKey;
}

/** Gives a contact another primary identifier; null if nothing changes. A value that it has already trades places. */
export function replacePrimary(
  { contact, cipher, key }: Sealed,
  kind: IdentifierKind,
  value: string,
  known: readonly ContactIdentifier[],
): IdentifierChange | null {
  const primary = known.find((one) => one.isPrimary);
  const blindIndex = cipher.indexOf(kind, value);
  const untaggedIndex = cipher.untaggedIndexOf(kind, value);
  const domainIndex = cipher.domainIndexOfIdentifier(kind, value);
  const same = findSame(known, cipher.indexesOf(kind, value));
  const next = same && {
    ...same,
    isPrimary: true,
    blindIndex,
    untaggedIndex,
    domainIndex,
    sealed: key.seal(kind, value),
  };
  if (same && same === primary && key.open(kind, same.sealed) === value) return null;
  if (next && same === primary) return { deleted: [], updated: [next], inserted: [] };
  if (next) return { deleted: [], updated: [...demoted(primary), next], inserted: [] };
  if (!primary)
    return { deleted: [], updated: [], inserted: [createIdentifier(contact, cipher, key, kind, value, true)] };
  return {
    deleted: [],
    updated: [{ ...primary, blindIndex, untaggedIndex, domainIndex, sealed: key.seal(kind, value) }],
    inserted: [],
  };
}

/** The identifier that has one of the `indexesOf` of a value. */
export function findSame(
  known: readonly ContactIdentifier[],
  indexes: readonly Buffer[],
): ContactIdentifier | undefined {
  return known.find(({ blindIndex }) => indexes.some((index) => index.equals(blindIndex)));
}

/** Takes an identifier from a contact. If it is the primary one, the oldest of the others becomes it. */
export function removeIdentifier(
  identifier: ContactIdentifier,
  ofKind: readonly ContactIdentifier[],
): IdentifierChange {
  const others = ofKind.filter(({ id }) => id !== identifier.id).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const heir = identifier.isPrimary ? others[0] : undefined;
  return { deleted: [identifier], updated: heir ? [{ ...heir, isPrimary: true }] : [], inserted: [] };
}

/** Makes an identifier the primary one of its kind. */
export function makePrimary(identifier: ContactIdentifier, ofKind: readonly ContactIdentifier[]): IdentifierChange {
  const primary = ofKind.find((one) => one.isPrimary);
  return { deleted: [], updated: [...demoted(primary), { ...identifier, isPrimary: true }], inserted: [] };
}

/** The identifiers after a change. */
export function applyChange(
  identifiers: readonly ContactIdentifier[],
  { deleted, updated, inserted }: IdentifierChange,
): ContactIdentifier[] {
  const gone = new Set(deleted.map(({ id }) => id));
  const changed = new Map(updated.map((one) => [one.id, one]));
  const kept = identifiers.filter(({ id }) => !gone.has(id)).map((one) => changed.get(one.id) ?? one);
  return [...kept, ...inserted];
}

const demoted = (primary: ContactIdentifier | undefined): ContactIdentifier[] =>
  primary ? [{ ...primary, isPrimary: false }] : [];
