import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem } from '#libs/core/http';
import { Database, isId, type TenantId } from '#libs/core/persistence';
import { AccountSettingsRepository } from '../account-settings/account-settings.repository.js';
import { CompanyRepository } from '../companies/company.repository.js';
import { AddressConsents } from '../consent/address-consents.js';
import { applyCustom, CustomFields, requireCustom, validateCustom } from '../custom-fields/custom-fields.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { Timeline } from '../timeline/timeline.js';
import { ContactChangeLog } from './contact-change-log.js';
import { ContactCreation } from './creation/contact-creation.js';
import { fieldNamesOf } from './contact-field-names.js';
import type { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { conflictOf, isAnonymized, mergedInto, noIdentifier, unknownCompany } from './contact-problems.js';
import { type ContactRecord, openContact } from './contact-record.js';
import { openContacts } from './contact-records.js';
import { ContactRepository } from './contact.repository.js';
import type { Contact } from './contact.entity.js';
import type { CustomValues } from '../custom-fields/custom-value.js';
import { findMergedInto } from './merged-contact.sql.js';
import { emailStatusAfter } from './identifier-changes/email-status.js';
import {
  applyChange,
  type IdentifierChange,
  removeIdentifier,
  replacePrimary,
} from './identifier-changes/identifier-changes.js';
import { IdentifierRepository } from './identifier-changes/identifier.repository.js';
import { IDENTIFIER_FIELDS, IDENTIFIER_KINDS, type IdentifierKind, parseEmail } from '../identifiers/identifiers.js';
import { Owners } from './owners.js';
import { TwinSearch } from './twin-search.js';
import { parseTyped } from './identifier-changes/typed-identifier.js';
import { changesOf, normalizeValues, toColumns, type TypedContact, type WrittenValues } from './typed-contact.js';

/** The contacts of a tenant. */
@Injectable()
export class ContactsService {
  constructor(
    private readonly database: Database,
    private readonly contacts: ContactRepository,
    private readonly identifiers: IdentifierRepository,
    private readonly keys: TenantKeys,
    private readonly timeline: Timeline,
    private readonly accounts: AccountSettingsRepository,
    private readonly companies: CompanyRepository,
    private readonly customFields: CustomFields,
    private readonly owners: Owners,
    private readonly creation: ContactCreation,
    private readonly changeLog: ContactChangeLog,
    private readonly addresses: AddressConsents,
    private readonly twins: TwinSearch,
  ) {}

  /**
   * Makes a contact, with the first entry of its timeline.
   * @throws Problem Unprocessable for an invalid value, AlreadyExists if another contact has the e-mail or phone
   */
  async create(tenantId: TenantId, authorId: string, typed: TypedContact): Promise<ContactRecord> {
    const { email, phone, custom, ...given } = typed;
    const values = await this.checked(tenantId, given);
    const cipher = await this.keys.cipherOf(tenantId);
    return this.creation.create({ tenantId, cipher, authorId, typed: { email, phone, custom }, values });
  }

  /** Null if there is none, or it is deleted. */
  async find(tenantId: TenantId, id: string): Promise<ContactRecord | null> {
    if (!isId('cnt', id)) return null;
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contact = await this.contacts.find(tx, tenantId, id);
      return contact && openContact(cipher, contact, await this.contacts.listIdentifiers(tx, tenantId, [id]));
    });
  }

  /** The contact into which one was merged; undefined if it was not, or that one is deleted. */
  async findMergedInto(tenantId: TenantId, id: string): Promise<string | undefined> {
    if (!isId('cnt', id)) return undefined;
    return this.database.tenant(tenantId, (tx) => findMergedInto(tx, tenantId, id));
  }

  /** @throws Problem NotFound that names the contact into which this one was merged */
  async findOrMerged(tenantId: TenantId, id: string): Promise<ContactRecord | null> {
    const found = await this.find(tenantId, id);
    const kept = found ? undefined : await this.findMergedInto(tenantId, id);
    if (kept) throw mergedInto(kept);
    return found;
  }

  /** Lists the contacts with these ids, in any order. Deleted ones are left out. */
  async listByIds(tenantId: TenantId, ids: readonly string[]): Promise<ContactRecord[]> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contacts = await this.contacts.findMany(tx, tenantId, ids);
      const found = contacts.map(({ id }) => id);
      return openContacts(cipher, contacts, await this.contacts.listIdentifiers(tx, tenantId, found));
    });
  }

  /** The contacts that have these e-mail addresses, by the address as it is given. One that is none has no contact. */
  async findByEmails(tenantId: TenantId, emails: readonly string[]): Promise<Map<string, ContactRecord>> {
    const cipher = await this.keys.cipherOf(tenantId);
    const asked = emails.flatMap((given) => {
      const email = parseEmail(given);
      return email === null ? [] : [{ given, index: cipher.indexOf('email', email) }];
    });
    const records = await this.listByIndexes(
      tenantId,
      cipher,
      asked.map(({ index }) => index),
    );
    return new Map(
      asked.flatMap(({ given, index }): [string, ContactRecord][] => {
        const record = records.get(index.toString('hex'));
        return record ? [[given, record]] : [];
      }),
    );
  }

  /** The contacts by the blind indexes, in hex, of their e-mail addresses. */
  private async listByIndexes(
    tenantId: TenantId,
    cipher: TenantCipher,
    indexes: readonly Buffer[],
  ): Promise<Map<string, ContactRecord>> {
    return this.database.tenant(tenantId, async (tx) => {
      const known = await this.contacts.listIdentifiersOfEmails(tx, tenantId, indexes);
      const contacts = await this.contacts.findMany(tx, tenantId, [
        ...new Set(known.map(({ contactId }) => contactId)),
      ]);
      const records = new Map(openContacts(cipher, contacts, known).map((record) => [record.contact.id, record]));
      return new Map(
        known.flatMap(({ kind, blindIndex, contactId }): [string, ContactRecord][] => {
          const record = kind === 'email' ? records.get(contactId) : undefined;
          return record ? [[blindIndex.toString('hex'), record]] : [];
        }),
      );
    });
  }

  /**
   * Changes what is given and different; nothing happens without a difference.
   * @throws Problem NotFound, and those of {@link create}
   */
  async update(tenantId: TenantId, authorId: string, id: string, typed: TypedContact): Promise<ContactRecord> {
    const { email, phone, custom, ...given } = typed;
    const values = await this.checked(tenantId, given, id);
    const cipher = await this.keys.cipherOf(tenantId);
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const before = await this.lockForUpdate(tx, tenantId, id);
        const known = await this.contacts.listIdentifiers(tx, tenantId, [id]);
        const { key, identifiers: held, emails } = openContact(cipher, before, known);
        if (!key) throw isAnonymized();
        const reached = await this.changeIdentifiers(tx, cipher, before, known, { email, phone });
        const changes = changesOf(before, values);
        if (changes.companyId) await this.requireCompany(tx, tenantId, changes.companyId);
        const customChanges = custom && (await this.changedCustom(tx, before, custom));
        const names = [...reached.fields, ...fieldNamesOf(changes), ...(customChanges?.fields ?? [])];
        if (names.length === 0) return openContact(cipher, before, known);
        const { emails: reachedEmails } = openContact(cipher, before, reached.identifiers);
        const status = await emailStatusAfter(tx, before, emails, reachedEmails);
        if (status.emailStatus === null && before.emailStatus !== null) names.push('email_status');
        const columns = {
          ...toColumns(changes),
          ...status,
          ...(customChanges && { custom: customChanges.custom }),
        };
        const after = await this.write(tx, before, columns);
        if (changes.stage)
          await this.timeline.record(tx, after, key, {
            type: 'stage-changed',
            authorId,
            data: { from: before.stage, to: after.stage },
          });
        await this.recordCompany(tx, cipher, authorId, before, after);
        await this.changeLog.record(tx, before, after, names);
        const record = openContact(cipher, after, reached.identifiers);
        const change = { contactId: after.id, before: held, after: record.identifiers };
        await this.addresses.follow(tx, cipher, tenantId, [change]);
        const isOther = before.nameKey !== after.nameKey || reached.fields.includes(IDENTIFIER_FIELDS.email);
        if (isOther && record.emails.length > 0) await this.twins.enqueue(tx, tenantId, [id]);
        return record;
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }

  /** The contact, locked until the transaction ends. @throws Problem NotFound */
  async lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Contact> {
    const contact = isId('cnt', id) ? await this.contacts.lockForUpdate(tx, tenantId, id) : null;
    if (!contact) throw new Problem('NotFound');
    return contact;
  }

  /** Values that are valid in themselves. An owner who has left the account may stay. */
  private async checked(tenantId: TenantId, given: WrittenValues, id?: string): Promise<WrittenValues> {
    const values = normalizeValues(given);
    if (values.ownerId && !(id && (await this.isOwner(tenantId, id, values.ownerId))))
      await this.owners.requireMember(tenantId, values.ownerId);
    return values;
  }

  private async isOwner(tenantId: TenantId, id: string, ownerId: string): Promise<boolean> {
    const contact = await this.database.tenant(tenantId, (tx) => this.contacts.find(tx, tenantId, id));
    return contact?.ownerId === ownerId;
  }

  private async requireCompany(tx: EntityManager, tenantId: TenantId, companyId: string): Promise<void> {
    if (await this.companies.lockForShare(tx, tenantId, companyId)) return;
    throw unknownCompany();
  }

  private async changeIdentifiers(
    tx: EntityManager,
    cipher: TenantCipher,
    contact: Contact,
    known: ContactIdentifier[],
    typed: Pick<TypedContact, IdentifierKind>,
  ): Promise<{ identifiers: ContactIdentifier[]; fields: string[] }> {
    const given = IDENTIFIER_KINDS.filter((kind) => typed[kind] !== undefined);
    if (given.length === 0) return { identifiers: known, fields: [] };
    const { country } = await this.accounts.get(tx, contact.tenantId);
    let identifiers = known;
    const changes = given.flatMap((kind): [IdentifierKind, IdentifierChange][] => {
      const change = changeOf(cipher, contact, kind, typed[kind]?.trim() || null, country, known);
      if (!change) return [];
      identifiers = applyChange(identifiers, change);
      return [[kind, change]];
    });
    if (identifiers.length === 0) throw noIdentifier();
    for (const [kind, change] of changes) {
      const value = parseTyped(kind, typed[kind], country)[0];
      if (value) await this.contacts.requireFormerFree(tx, cipher, contact, kind, value);
      await this.identifiers.apply(tx, contact.tenantId, change);
    }
    return { identifiers, fields: changes.map(([kind]) => IDENTIFIER_FIELDS[kind]) };
  }

  private async changedCustom(
    tx: EntityManager,
    { tenantId, custom: before }: Contact,
    given: Record<string, unknown>,
  ): Promise<{ custom: CustomValues; fields: string[] } | undefined> {
    const fields = await this.customFields.list(tx, tenantId);
    const custom = applyCustom(before, validateCustom(fields, given));
    const changed = Object.keys(given).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(custom[key]));
    if (changed.length === 0) return undefined;
    requireCustom(
      fields.filter(({ key }) => changed.includes(key)),
      custom,
    );
    return { custom, fields: changed.map((key) => `campos.${key}`) };
  }

  private async write(tx: EntityManager, before: Contact, columns: Partial<Contact>): Promise<Contact> {
    const now = new Date();
    const isTold = columns.stage !== undefined || columns.companyId !== undefined;
    const changes = { ...columns, updatedAt: now, ...(isTold && { lastActivityAt: now }) };
    await this.contacts.update(tx, before, changes);
    return { ...before, ...changes };
  }

  private async recordCompany(
    tx: EntityManager,
    cipher: TenantCipher,
    authorId: string,
    before: Contact,
    after: Contact,
  ): Promise<void> {
    if (before.companyId === after.companyId || !after.dataKey) return;
    const nameOf = async (id: string | null) =>
      (id && (await this.companies.find(tx, after.tenantId, id))?.name) ?? null;
    const data = { from: await nameOf(before.companyId), to: await nameOf(after.companyId) };
    const key = cipher.openContactKey(after.id, after.dataKey);
    await this.timeline.record(tx, after, key, { type: 'company-changed', authorId, data });
  }
}

function changeOf(
  cipher: TenantCipher,
  contact: Contact,
  kind: IdentifierKind,
  text: string | null,
  country: string,
  identifiers: readonly ContactIdentifier[],
): IdentifierChange | null {
  const ofKind = identifiers.filter((one) => one.kind === kind);
  if (text === null) {
    const primary = ofKind.find(({ isPrimary }) => isPrimary);
    return primary ? removeIdentifier(primary, ofKind) : null;
  }
  const [value] = parseTyped(kind, text, country);
  const key = cipher.openContactKey(contact.id, contact.dataKey!);
  return replacePrimary({ contact, cipher, key }, kind, value!, ofKind);
}
