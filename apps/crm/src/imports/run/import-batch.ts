import type { EntityManager } from 'typeorm';
import { In, IsNull } from 'typeorm';
import type { ContactChange } from '#libs/core/app-events';
import { groupBy } from '#libs/core/jobs';
import type { DataKey } from '#libs/core/secrets';
import type { AddressChange } from '../../consent/address-consents.js';
import { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import {
  insertActivities,
  insertContacts,
  insertIdentifiers,
  updateContacts,
} from '../../contacts/contact-rows.sql.js';
import { Contact } from '../../contacts/contact.entity.js';
import { IDENTIFIER_FIELDS, type IdentifierKind } from '../../identifiers/identifiers.js';
import type { SuggestedPair } from '../../duplicates/suggestion-finder.js';
import { createContact, createIdentifier } from '../../contacts/creation/new-contact.js';
import { toColumns } from '../../contacts/typed-contact.js';
import type { TenantCipher } from '../../keys/tenant-cipher.js';
import type { Activity } from '../../timeline/activity.entity.js';
import { toActivity } from '../../timeline/timeline.js';
import type { ContactImport } from '../contact-import.entity.js';
import { changedFields, sealPrevious } from '../undo/import-previous.js';
import {
  askedOf,
  firstOf,
  identifiersOf,
  type IndexedRowIdentifier,
  matchRow,
  type RowMatch,
} from './import-matching.js';
import { type ImportRow, type RowNote, tooManyTags, unitedTags } from '../rows/import-row.js';
import type { ImportCounts } from '../import-values.js';
import { findIdentifiers } from '../../identifiers/identifier-look-up.sql.js';
import { type NewChange, upsertChanges } from '../import.sql.js';

/** A contact while rows are applied to it. */
interface Working {
  contact: Contact;
  key: DataKey;
  identifiers: ContactIdentifier[];
  /** The row that touched it first in this batch; undefined until one does. */
  firstRow?: number;
  /** Null for a contact that this batch creates. */
  before: { contact: Contact; identifiers: readonly ContactIdentifier[] } | null;
}

export type Outcome = Pick<ImportCounts, 'created' | 'updated' | 'skipped' | 'failed'> & {
  errors: RowNote[];
  /** Warnings about rows that were imported. */
  warnings: RowNote[];
  /** Contacts that a row names as one. */
  pairs: SuggestedPair[];
  /** Changes of contacts that Platform is told of. */
  told: ContactChange[];
  /** Addresses that contacts got which existed before. */
  moved: AddressChange[];
  /** Contacts that are new, or have another name or e-mail address: ids. */
  compared: string[];
};

const NOTHING = { created: 0, updated: 0, skipped: 0, failed: 0 };

export const noOutcome = (): Outcome => ({
  ...NOTHING,
  errors: [],
  warnings: [],
  pairs: [],
  told: [],
  moved: [],
  compared: [],
});

/** Applies rows to contacts in memory, and writes the result in a few statements. */
export class ImportBatch {
  readonly #byIndex = new Map<string, Working>();
  readonly #working: Working[] = [];
  readonly #outcome = noOutcome();
  readonly #at = new Date();

  private constructor(
    private readonly contactImport: ContactImport,
    private readonly cipher: TenantCipher,
  ) {}

  /**
   * Applies rows in the caller's transaction. Violates contact_identifier__value__uq if another transaction takes an
   * identifier meanwhile; the caller then tries the batch again.
   */
  static async apply(
    tx: EntityManager,
    contactImport: ContactImport,
    cipher: TenantCipher,
    rows: readonly ImportRow[],
  ): Promise<Outcome> {
    const batch = new ImportBatch(contactImport, cipher);
    await batch.load(tx, rows);
    for (const row of rows) batch.applyRow(row);
    await batch.write(tx);
    return batch.#outcome;
  }

  /** Locks the contacts that the rows are about. */
  private async load(tx: EntityManager, rows: readonly ImportRow[]): Promise<void> {
    const { tenantId } = this.contactImport;
    const found = await findIdentifiers(tx, tenantId, askedOf(this.cipher, rows));
    const ids = [...new Set(found.map(({ contactId }) => contactId))].sort();
    if (ids.length === 0) return;
    const contacts = await tx.find(Contact, {
      where: { tenantId, id: In(ids), deletedAt: IsNull() },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const identifiers = groupBy(
      await tx.findBy(ContactIdentifier, { tenantId, contactId: In(ids) }),
      ({ contactId }) => contactId,
    );
    for (const contact of contacts) this.addExisting(contact, identifiers.get(contact.id) ?? []);
  }

  private addExisting(contact: Contact, identifiers: ContactIdentifier[]): void {
    if (!contact.dataKey) return;
    const key = this.cipher.openContactKey(contact.id, contact.dataKey);
    const before = { contact: { ...contact, tags: [...contact.tags] }, identifiers: [...identifiers] };
    const working = { contact, key, identifiers, before };
    this.#working.push(working);
    for (const { kind, blindIndex } of identifiers) this.#byIndex.set(nameOf(kind, blindIndex), working);
  }

  private applyRow(row: ImportRow): void {
    const match = matchRow<Working>(row, identifiersOf(this.cipher, row), this.contactImport.options, {
      ownerOf: ({ kind, indexes }) => firstOf(indexes, (index) => this.#byIndex.get(nameOf(kind, index))),
      countOf: ({ identifiers }, kind) => identifiers.filter((one) => one.kind === kind).length,
    });
    if (match.contact && this.contactImport.ifExists === 'skip') {
      this.#outcome.skipped += 1;
      return;
    }
    if (match.error) return this.fail(match.error);
    const working = match.contact ? this.update(match.contact, row, match) : this.create(row, match);
    if (!working) return this.fail(tooManyTags(row.number));
    this.#outcome.warnings.push(...row.warnings, ...match.warnings);
    const contactId = working.contact.id;
    for (const { contact } of match.others) this.#outcome.pairs.push({ contactId, otherId: contact.id });
  }

  /** Returns undefined for too many tags. */
  private create(row: ImportRow, { added }: RowMatch<Working>): Working | undefined {
    const { tenantId, tags: common, stage } = this.contactImport;
    const tags = unitedTags(row.tags, common);
    if (!tags) return undefined;
    const { contact, identifiers, key } = createContact(tenantId, this.cipher, {
      source: 'import',
      ...(stage && { stage }),
      ...row.values,
      custom: row.custom,
      tags,
      emails: valuesOf(added, 'email'),
      phones: valuesOf(added, 'phone'),
    });
    const working: Working = { contact, key, identifiers, before: null, firstRow: row.number };
    this.#working.push(working);
    for (const { kind, blindIndex } of identifiers) this.#byIndex.set(nameOf(kind, blindIndex), working);
    this.#outcome.created += 1;
    return working;
  }

  /** Returns undefined for too many tags. The contact's primary identifiers stay. */
  private update(working: Working, row: ImportRow, { added }: RowMatch<Working>): Working | undefined {
    const { contact } = working;
    const tags = unitedTags(contact.tags, [...row.tags, ...this.contactImport.tags]);
    if (!tags) return undefined;
    Object.assign(contact, toColumns(row.values), { tags, custom: { ...contact.custom, ...row.custom } });
    for (const { kind, value, blindIndex } of added) {
      const isPrimary = !working.identifiers.some((identifier) => identifier.kind === kind && identifier.isPrimary);
      working.identifiers.push(createIdentifier(contact, this.cipher, working.key, kind, value, isPrimary));
      this.#byIndex.set(nameOf(kind, blindIndex), working);
    }
    working.firstRow ??= row.number;
    this.#outcome.updated += 1;
    return working;
  }

  private fail(error: RowNote): void {
    this.#outcome.failed += 1;
    this.#outcome.errors.push(error);
  }

  private async write(tx: EntityManager): Promise<void> {
    const changed = this.#working.filter((working) => working.firstRow !== undefined && isChanged(working));
    for (const { contact, before } of changed) {
      contact.updatedAt = contact.lastActivityAt = this.#at;
      if (!before) contact.createdAt = this.#at;
    }
    const isNew = ({ before }: Working) => before === null;
    await insertContacts(
      tx,
      changed.filter(isNew).map(({ contact }) => contact),
    );
    await updateContacts(
      tx,
      changed.filter((working) => !isNew(working)).map(({ contact }) => contact),
    );
    await insertIdentifiers(tx, changed.flatMap(addedIdentifiers));
    await insertActivities(
      tx,
      changed.flatMap((working) => this.activitiesOf(working)),
    );
    await upsertChanges(
      tx,
      changed.map((working) => this.changeOf(working)),
    );
    this.#outcome.told = changed.map(toldOf);
    this.#outcome.moved = changed.flatMap(movedOf);
    this.#outcome.compared = changed.filter(isComparable).map(({ contact }) => contact.id);
  }

  private activitiesOf({ contact, key, before }: Working): Activity[] {
    const { tenantId, id: importId, authorId } = this.contactImport;
    const make = (activity: Pick<Parameters<typeof toActivity>[3], 'type' | 'data'>): Activity => ({
      ...toActivity(tenantId, contact.id, key, { ...activity, authorId }),
      createdAt: this.#at,
    });
    const imported = make({ type: 'imported', data: { import_id: importId, created: before === null } });
    if (!before || before.contact.stage === contact.stage) return [imported];
    return [imported, make({ type: 'stage-changed', data: { from: before.contact.stage, to: contact.stage } })];
  }

  private changeOf({ contact, key, before, firstRow = 0 }: Working): NewChange {
    return {
      tenantId: contact.tenantId,
      importId: this.contactImport.id,
      contactId: contact.id,
      rowNumber: firstRow,
      isNew: before === null,
      foundAt: before?.contact.updatedAt ?? null,
      changedAt: this.#at,
      previous: before && sealPrevious(key, before.contact, before.identifiers),
    };
  }
}

const valuesOf = (identifiers: readonly IndexedRowIdentifier[], wanted: IdentifierKind): string[] =>
  identifiers.flatMap(({ kind, value }) => (kind === wanted ? value : []));

/** Lists the addresses that a contact got from the file; none for a new contact. */
function movedOf(working: Working): AddressChange[] {
  const { contact, before, key } = working;
  if (!before) return [];
  const after = addedIdentifiers(working).map(({ kind, sealed }) => ({ kind, value: key.open(kind, sealed) }));
  return after.length === 0 ? [] : [{ contactId: contact.id, before: [], after }];
}

function toldOf(working: Working): ContactChange {
  const { contact, before } = working;
  if (!before) return { kind: 'created', contactId: contact.id, fields: [] };
  const added = new Set(addedIdentifiers(working).map(({ kind }) => IDENTIFIER_FIELDS[kind]));
  return { kind: 'updated', contactId: contact.id, fields: [...added, ...changedFields(before.contact, contact)] };
}

function isComparable(working: Working): boolean {
  const { contact, before, identifiers } = working;
  if (!identifiers.some(({ kind }) => kind === 'email')) return false;
  const isOther = addedIdentifiers(working).some(({ kind }) => kind === 'email');
  return !before || isOther || before.contact.nameKey !== contact.nameKey;
}

const nameOf = (kind: IdentifierKind, blindIndex: Buffer) => `${kind} ${blindIndex.toString('latin1')}`;

function addedIdentifiers({ before, identifiers }: Working): ContactIdentifier[] {
  return before ? identifiers.slice(before.identifiers.length) : identifiers;
}

function isChanged({ contact, before, identifiers }: Working): boolean {
  if (!before || identifiers.length > before.identifiers.length) return true;
  return JSON.stringify(contact) !== JSON.stringify(before.contact);
}
