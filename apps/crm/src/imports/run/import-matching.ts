import { tooManyIdentifiers } from '../../contacts/contact-problems.js';
import type { IndexedIdentifier } from '../../identifiers/identifier-look-up.sql.js';
import { IDENTIFIER_KINDS, type IdentifierKind, MAX_IDENTIFIERS } from '../../identifiers/identifiers.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import type { ImportOptions } from '../import-values.js';
import { type ImportRow, messageOf, type RowIdentifier, type RowNote } from '../rows/import-row.js';

/** An identifier of a row in the form in which it is looked for. */
export interface IndexedRowIdentifier extends RowIdentifier {
  blindIndex: Buffer;
  /** Indexes by which its contact is found. */
  indexes: readonly Buffer[];
}

/** Contacts as an import knows them while it decides about a row. */
export interface KnownContacts<T> {
  ownerOf(identifier: IndexedRowIdentifier): T | undefined;
  /** How many identifiers of a kind a contact has. */
  countOf(contact: T, kind: IdentifierKind): number;
}

export interface RowMatch<T> {
  /** The contact that the row is about; undefined for a new one. */
  contact: T | undefined;
  /** Identifiers that the contact does not have yet. */
  added: IndexedRowIdentifier[];
  /** Contacts that have another identifier of the row. */
  others: T[];
  warnings: RowNote[];
  error: RowNote | undefined;
}

/** The identifiers of a row, each once: two addresses that reach one mailbox are one. */
export function identifiersOf(cipher: TenantCipher, { identifiers }: ImportRow): IndexedRowIdentifier[] {
  const indexed = identifiers.map((one) => ({
    ...one,
    blindIndex: cipher.indexOf(one.kind, one.value),
    indexes: cipher.indexesOf(one.kind, one.value),
  }));
  return indexed.filter(
    ({ kind, blindIndex }, at) =>
      indexed.findIndex((one) => one.kind === kind && one.blindIndex.equals(blindIndex)) === at,
  );
}

/** Indexes to ask the database for, to find the contacts of rows. */
export function askedOf(cipher: TenantCipher, rows: readonly ImportRow[]): IndexedIdentifier[] {
  return rows.flatMap((row) =>
    identifiersOf(cipher, row).flatMap(({ kind, indexes }) => indexes.map((blindIndex) => ({ kind, blindIndex }))),
  );
}

/** The first of the indexes of an identifier under which there is something. */
export function firstOf<T>(indexes: readonly Buffer[], find: (index: Buffer) => T | undefined): T | undefined {
  for (const index of indexes) {
    const found = find(index);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Decides which contact a row is about. The first known e-mail address of the row says it. A telephone number does only
 * where the row or its contact has no e-mail address, since people share numbers. What another contact has stays there.
 */
export function matchRow<T>(
  { number: rowNumber }: ImportRow,
  identifiers: readonly IndexedRowIdentifier[],
  { ignoresInvalid }: Pick<ImportOptions, 'ignoresInvalid'>,
  known: KnownContacts<T>,
): RowMatch<T> {
  const owned = identifiers.map((one) => ({ one, owner: known.ownerOf(one) }));
  const hasEmail = identifiers.some(({ kind }) => kind === 'email');
  const byEmail = owned.find(({ one, owner }) => one.kind === 'email' && owner !== undefined);
  const byPhone = owned.find(
    ({ one, owner }) =>
      one.kind === 'phone' && owner !== undefined && (!hasEmail || known.countOf(owner, 'email') === 0),
  );
  const contact = (byEmail ?? byPhone)?.owner;
  const added = owned.flatMap(({ one, owner }) => (owner === undefined ? one : []));
  const count = (kind: IdentifierKind) => (contact === undefined ? 0 : known.countOf(contact, kind));
  const excess = excessOf(added, count);
  const tooMany = excess.map((one) => ({ rowNumber, columnName: one.column, message: tooManyMessage() }));
  const foreign = owned.flatMap(({ one, owner }) => (owner === undefined || owner === contact ? [] : { one, owner }));
  return {
    contact,
    added: added.filter((one) => !excess.includes(one)),
    others: [...new Set(foreign.map(({ owner }) => owner))],
    warnings: [
      ...foreign.map(({ one }) => ({ rowNumber, columnName: one.column, message: TAKEN[one.kind] })),
      ...(ignoresInvalid ? tooMany : []),
    ],
    error: ignoresInvalid ? undefined : tooMany[0],
  };
}

/** Identifiers beyond the number that a contact may have. */
function excessOf(
  added: readonly IndexedRowIdentifier[],
  countOf: (kind: IdentifierKind) => number,
): IndexedRowIdentifier[] {
  return IDENTIFIER_KINDS.flatMap((kind) =>
    added.filter((one) => one.kind === kind).slice(Math.max(0, MAX_IDENTIFIERS - countOf(kind))),
  );
}

const tooManyMessage = () => messageOf(tooManyIdentifiers(MAX_IDENTIFIERS));

const TAKEN: Record<IdentifierKind, string> = {
  email: 'Outro contato já tem este e-mail. A linha foi importada sem ele.',
  phone: 'Outro contato já tem este telefone. A linha foi importada sem ele.',
};
