import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isUuid, Problem } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import { AccountSettingsRepository } from '../../account-settings/account-settings.repository.js';
import { AddressConsents } from '../../consent/address-consents.js';
import { TenantKeys } from '../../keys/tenant-keys.js';
import { ContactChangeLog } from '../contact-change-log.js';
import type { ContactIdentifier } from '../../identifiers/contact-identifier.entity.js';
import {
  conflictOf,
  identifierKnown,
  invalidIdentifier,
  isAnonymized,
  noIdentifier,
  tooManyIdentifiers,
} from '../contact-problems.js';
import { type ContactRecord, openContact } from '../contact-record.js';
import { ContactRepository } from '../contact.repository.js';
import { ContactsService } from '../contacts.service.js';
import { applyChange, findSame, type IdentifierChange, makePrimary, removeIdentifier } from './identifier-changes.js';
import { emailStatusAfter } from './email-status.js';
import { IdentifierRepository } from './identifier.repository.js';
import {
  IDENTIFIER_FIELDS,
  type IdentifierKind,
  MAX_IDENTIFIERS,
  parseIdentifier,
  type KnownIdentifier,
} from '../../identifiers/identifiers.js';
import { createIdentifier } from '../creation/new-contact.js';
import { TwinSearch } from '../twin-search.js';

export interface TypedIdentifier {
  kind: IdentifierKind;
  /** As a user typed it. */
  text: string;
  isPrimary: boolean;
}

/** The e-mail addresses and telephone numbers of contacts. */
@Injectable()
export class IdentifiersService {
  constructor(
    private readonly database: Database,
    private readonly service: ContactsService,
    private readonly contacts: ContactRepository,
    private readonly identifiers: IdentifierRepository,
    private readonly keys: TenantKeys,
    private readonly accounts: AccountSettingsRepository,
    private readonly changeLog: ContactChangeLog,
    private readonly addresses: AddressConsents,
    private readonly twins: TwinSearch,
  ) {}

  /**
   * Adds an identifier; the first of its kind is the primary one. Returns it.
   * @throws Problem NotFound; Unprocessable for an invalid value and at the limit; AlreadyExists for one that is taken
   */
  async add(
    tenantId: TenantId,
    contactId: string,
    { kind, text, isPrimary }: TypedIdentifier,
  ): Promise<KnownIdentifier> {
    const cipher = await this.keys.cipherOf(tenantId);
    let id = '';
    const record = await this.change(tenantId, contactId, async (tx, { contact, key }, known) => {
      if (!key) throw isAnonymized();
      const { country } = await this.accounts.get(tx, tenantId);
      const value = parseIdentifier(kind, text, country);
      if (!value) throw invalidIdentifier(kind, 'valor');
      const ofKind = known.filter((one) => one.kind === kind);
      const added = createIdentifier(contact, cipher, key, kind, value, ofKind.length === 0);
      id = added.id;
      if (findSame(known, cipher.indexesOf(kind, value))) throw identifierKnown();
      await this.contacts.requireFormerFree(tx, cipher, contact, kind, value);
      if (ofKind.length >= MAX_IDENTIFIERS) throw tooManyIdentifiers(MAX_IDENTIFIERS);
      if (!isPrimary || ofKind.length === 0) return { kind, deleted: [], updated: [], inserted: [added] };
      const { updated } = makePrimary(added, ofKind);
      const [demoted, primary] = updated;
      return { kind, deleted: [], updated: [demoted!], inserted: [primary!] };
    });
    return record.identifiers.find((one) => one.id === id)!;
  }

  /** If it was the primary one, the oldest of the others becomes it. @throws Problem NotFound; Unprocessable for the last */
  async remove(tenantId: TenantId, contactId: string, id: string): Promise<ContactRecord> {
    return this.change(tenantId, contactId, async (_tx, _record, known) => {
      const { identifier, ofKind } = found(known, id);
      if (known.length === 1) throw noIdentifier();
      return { kind: identifier.kind, ...removeIdentifier(identifier, ofKind) };
    });
  }

  /** @throws Problem NotFound */
  async makePrimary(tenantId: TenantId, contactId: string, id: string): Promise<ContactRecord> {
    return this.change(tenantId, contactId, async (_tx, _record, known) => {
      const { identifier, ofKind } = found(known, id);
      return identifier.isPrimary ? null : { kind: identifier.kind, ...makePrimary(identifier, ofKind) };
    });
  }

  /** Applies what `decide` returns to a locked contact; null changes nothing. */
  private async change(
    tenantId: TenantId,
    contactId: string,
    decide: (
      tx: EntityManager,
      record: ContactRecord,
      known: readonly ContactIdentifier[],
    ) => Promise<(IdentifierChange & { kind: IdentifierKind }) | null>,
  ): Promise<ContactRecord> {
    const cipher = await this.keys.cipherOf(tenantId);
    try {
      return await this.database.tenant(tenantId, async (tx) => {
        const before = await this.service.lockForUpdate(tx, tenantId, contactId);
        const known = await this.contacts.listIdentifiers(tx, tenantId, [contactId]);
        const record = openContact(cipher, before, known);
        const change = await decide(tx, record, known);
        if (!change) return record;
        await this.identifiers.apply(tx, tenantId, change);
        const identifiers = applyChange(known, change);
        const status = await emailStatusAfter(
          tx,
          before,
          record.emails,
          openContact(cipher, before, identifiers).emails,
        );
        const changes = { ...status, updatedAt: new Date() };
        await this.contacts.update(tx, before, changes);
        const after = { ...before, ...changes };
        const isForgotten = after.emailStatus !== before.emailStatus;
        const fields = [IDENTIFIER_FIELDS[change.kind], ...(isForgotten ? ['email_status'] : [])];
        await this.changeLog.record(tx, before, after, fields);
        const reached = openContact(cipher, after, identifiers);
        const moved = { contactId: after.id, before: record.identifiers, after: reached.identifiers };
        await this.addresses.follow(tx, cipher, tenantId, [moved]);
        if (change.kind === 'email' && change.inserted.length > 0) await this.twins.enqueue(tx, tenantId, [contactId]);
        return reached;
      });
    } catch (error) {
      throw conflictOf(error);
    }
  }
}

function found(known: readonly ContactIdentifier[], id: string) {
  const identifier = isUuid(id) ? known.find((one) => one.id === id.toLowerCase()) : undefined;
  if (!identifier) throw new Problem('NotFound');
  return { identifier, ofKind: known.filter(({ kind }) => kind === identifier.kind) };
}
