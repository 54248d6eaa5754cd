import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CapturedLead } from '#libs/core/app-events';
import { type Id, lockKey, type TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import { columnNamesOf } from '../contacts/contact-field-names.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import type { Contact } from '../contacts/contact.entity.js';
import { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { foldText } from '../fold-text.js';
import {
  IDENTIFIER_FIELDS,
  IDENTIFIER_KINDS,
  type IdentifierKind,
  type KnownIdentifier,
} from '../identifiers/identifiers.js';
import { createContact, createIdentifier } from '../contacts/creation/new-contact.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { IpCountries } from './ip-countries.js';
import type { LeadAnswers } from './lead-answers.js';
import { readUserAgent } from './visitor-device.js';

export interface LeadContact {
  record: ContactRecord & { key: DataKey };
  isNew: boolean;
  /** The e-mail addresses and phones that it had before the lead. */
  identifiersBefore: KnownIdentifier[];
  /** Another contact that has the lead's telephone number. */
  phoneOwnerId: Id<'cnt'> | null;
}

/** Finds the contact of a lead, or makes it. */
@Injectable()
export class LeadContacts {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly events: ContactEvents,
    private readonly countries: IpCountries,
  ) {}

  /**
   * The contact with the lead's e-mail address; else the one with its telephone number, if the lead or that contact has no
   * e-mail address; else a new one, without a number that another has. Locked, and filled where it is empty. Null if the
   * lead has neither.
   */
  async findOrCreate(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    lead: CapturedLead,
    answers: LeadAnswers & Pick<Contact, 'custom'>,
  ): Promise<LeadContact | null> {
    if (answers.email === null && answers.phone === null) return null;
    const owners = await this.lockOwners(tx, tenantId, cipher, answers);
    const captured = await this.capturedValues(lead, answers);
    const id = owners.email ?? (await this.byPhone(tx, tenantId, owners, answers));
    if (id === null) {
      const phone = owners.phone === null ? answers.phone : null;
      const record = await this.create(tx, tenantId, cipher, { ...answers, phone }, captured);
      return { record, isNew: true, identifiersBefore: [], phoneOwnerId: owners.phone };
    }
    const contact = await this.contacts.lockForUpdate(tx, tenantId, id);
    // Deleted at this instant: the event comes again.
    if (!contact) throw new Error('The contact of a lead is gone');
    const identifiers = await this.contacts.listIdentifiers(tx, tenantId, [id]);
    const record = await this.fill(tx, cipher, contact, identifiers, owners, answers, captured);
    const phoneOwnerId = owners.phone !== null && owners.phone !== id ? owners.phone : null;
    const { identifiers: identifiersBefore } = openContact(cipher, contact, identifiers);
    return { record, isNew: false, identifiersBefore, phoneOwnerId };
  }

  /** People share telephone numbers: one does not make a person of two with an e-mail address each. */
  private async byPhone(
    tx: EntityManager,
    tenantId: TenantId,
    { phone }: Record<IdentifierKind, Id<'cnt'> | null>,
    { email }: LeadAnswers,
  ): Promise<Id<'cnt'> | null> {
    if (phone === null || email === null) return phone;
    const hasEmail = await tx.existsBy(ContactIdentifier, { tenantId, contactId: phone, kind: 'email' });
    return hasEmail ? null : phone;
  }

  /** Finds the contacts that have the addresses. A second lead with one of them waits here until the first has its contact. */
  private async lockOwners(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    answers: LeadAnswers,
  ): Promise<Record<IdentifierKind, Id<'cnt'> | null>> {
    const given = IDENTIFIER_KINDS.flatMap((kind) => {
      const value = answers[kind];
      return value === null ? [] : [{ kind, value, blindIndex: cipher.indexOf(kind, value) }];
    });
    const keys = given.map(({ blindIndex }) => `${tenantId} ${blindIndex.toString('base64')}`).sort();
    for (const key of keys) await lockKey(tx, 'lead contact', key);
    const owners: Record<IdentifierKind, Id<'cnt'> | null> = { email: null, phone: null };
    for (const { kind, value } of given)
      owners[kind] = await this.contacts.findIdByIndex(tx, tenantId, kind, cipher.indexesOf(kind, value));
    return owners;
  }

  private async create(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    { email, phone }: LeadAnswers,
    captured: Partial<Contact>,
  ): Promise<ContactRecord & { key: DataKey }> {
    const emails = email === null ? [] : [email];
    const phones = phone === null ? [] : [phone];
    const made = createContact(tenantId, cipher, { ...captured, lifecycle: 'lead', emails, phones });
    await this.contacts.insert(tx, made.contact, made.identifiers);
    await this.events.changed(tx, tenantId, [{ kind: 'created', contactId: made.contact.id, fields: [] }]);
    return { ...openContact(cipher, made.contact, made.identifiers), key: made.key };
  }

  private async fill(
    tx: EntityManager,
    cipher: TenantCipher,
    contact: Contact,
    identifiers: readonly ContactIdentifier[],
    owners: Record<IdentifierKind, Id<'cnt'> | null>,
    answers: LeadAnswers,
    captured: Partial<Contact>,
  ): Promise<ContactRecord & { key: DataKey }> {
    const { key } = openContact(cipher, contact, []);
    if (!key) throw new Error('A contact with identifiers has no key');
    const added = IDENTIFIER_KINDS.flatMap((kind) => {
      const value = answers[kind];
      const isFilled = owners[kind] !== null || identifiers.some((one) => one.kind === kind);
      return value === null || isFilled ? [] : [createIdentifier(contact, cipher, key, kind, value, true)];
    });
    if (added.length > 0) await tx.insert(ContactIdentifier, added);
    const changes = emptyOnes(contact, captured);
    await this.contacts.update(tx, contact, changes);
    const fields = [...added.map(({ kind }) => IDENTIFIER_FIELDS[kind]), ...changedFields(contact, changes)];
    const { tenantId, id: contactId } = contact;
    if (fields.length > 0) await this.events.changed(tx, tenantId, [{ kind: 'updated', contactId, fields }]);
    return { ...openContact(cipher, { ...contact, ...changes }, [...identifiers, ...added]), key };
  }

  private async capturedValues(
    lead: CapturedLead,
    answers: LeadAnswers & Pick<Contact, 'custom'>,
  ): Promise<Partial<Contact>> {
    const { origin, source } = lead;
    const { name, jobTitle, country, state, city, custom } = answers;
    const visitor = readUserAgent(lead.userAgent);
    return {
      name,
      nameKey: name && foldText(name),
      jobTitle,
      country,
      state,
      city,
      custom,
      source,
      utmSource: origin.utm_source ?? null,
      utmMedium: origin.utm_medium ?? null,
      utmCampaign: origin.utm_campaign ?? null,
      utmTerm: origin.utm_term ?? null,
      utmContent: origin.utm_content ?? null,
      device: visitor?.device ?? null,
      os: visitor?.os ?? null,
      browser: visitor?.browser ?? null,
      ipCountry: await this.countries.find(lead.address),
    };
  }
}

const GROUPS: readonly (readonly (keyof Contact)[])[] = [
  ['name', 'nameKey'],
  ['jobTitle'],
  ['country'],
  ['state'],
  ['city'],
  ['source'],
  ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'],
  ['device', 'os', 'browser'],
  ['ipCountry'],
];

/** Names of the fields that a lead has filled, as the API has them. */
function changedFields(contact: Contact, { custom, ...changes }: Partial<Contact>): string[] {
  const keys = Object.keys(custom ?? {}).filter((key) => contact.custom[key] === undefined);
  return [...columnNamesOf(Object.keys(changes)), ...keys.map((key) => `campos.${key}`)];
}

/** Picks the values of a lead that the contact lacks. Values that belong together are taken together. */
function emptyOnes(contact: Contact, captured: Partial<Contact>): Partial<Contact> {
  const fields = GROUPS.filter((group) => group.every((field) => contact[field] === null)).flat();
  const filled = fields.filter((field) => captured[field] !== null).map((field) => [field, captured[field]]);
  const isNew = Object.keys(captured.custom ?? {}).some((key) => contact.custom[key] === undefined);
  const custom = isNew && { custom: { ...captured.custom, ...contact.custom } };
  return {
    ...Object.fromEntries(filled),
    ...custom,
    lastActivityAt: new Date(),
    updatedAt: new Date(),
  } as Partial<Contact>;
}
