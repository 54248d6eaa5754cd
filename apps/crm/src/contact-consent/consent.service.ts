import { Injectable } from '@nestjs/common';
import { refusal } from '#libs/core/http';
import {
  Database,
  type KeysetPage,
  type KeysetRequest,
  listKeysetPage,
  many,
  type TenantId,
  toKeysetPages,
} from '#libs/core/persistence';
import { AccountSettingsRepository } from '../account-settings/account-settings.repository.js';
import { recordTrail } from '../audit-trail.js';
import { type ContactRecord, openContact } from '../contacts/contact-record.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactsService } from '../contacts/contacts.service.js';
import { listErasedKinds } from '../erasure/erased-identifier.sql.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import type { ContactConsent, OpenedConsentChange } from './consent.dto.js';
import { CONSENT_CHANNELS, KINDS_OF_CHANNELS, type ConsentChannel, NO_EVIDENCE } from '../consent/consent.js';
import { ConsentChange } from '../consent/consent-change.entity.js';
import { CHANGES_OF_CONTACTS } from '../consent/consent.sql.js';
import { Consents, openEvidence } from '../consent/consents.js';

/** A consent as a user records it. */
export interface EnteredConsent {
  channel: string;
  granted: boolean | undefined;
  /** Way by which the contact said it. */
  method: string | null;
}

/** A page of the history of one contact. */
export interface ConsentHistoryRequest extends KeysetRequest {
  contactId: string;
}

/** Comes after every UUIDv7. */
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Shows users the consents of a contact and their history, and records the ones that they enter. */
@Injectable()
export class ConsentService {
  constructor(
    private readonly database: Database,
    private readonly service: ContactsService,
    private readonly contacts: ContactRepository,
    private readonly accounts: AccountSettingsRepository,
    private readonly keys: TenantKeys,
    private readonly consents: Consents,
  ) {}

  async get({ contact: { tenantId, id, timeZone } }: ContactRecord): Promise<ContactConsent> {
    return this.database.tenant(tenantId, async (tx) => ({
      contactId: id,
      state: await this.consents.stateOf(tx, tenantId, id),
      timeZone: timeZone ?? (await this.accounts.get(tx, tenantId)).timeZone,
    }));
  }

  /** Lists the channels that each of these contacts allows; the time zones are those of the account. */
  async listOf(tenantId: TenantId, contactIds: readonly string[]): Promise<ContactConsent[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const { timeZone } = await this.accounts.get(tx, tenantId);
      const states = await this.consents.statesOf(tx, tenantId, contactIds);
      return contactIds.map((contactId) => ({ contactId, state: states.get(contactId)!, timeZone }));
    });
  }

  /**
   * Records what a contact allows. A record that changes nothing is left out.
   * @throws Problem NotFound; Unprocessable for an unknown channel, without an answer, for an anonymized contact, or without
   * a method that proves the consent of an erased person
   */
  async change(tenantId: TenantId, authorId: string, id: string, given: EnteredConsent): Promise<ContactConsent> {
    const { channel, granted } = checked(given);
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contact = await this.service.lockForUpdate(tx, tenantId, id);
      const record = openContact(cipher, contact, await this.contacts.listIdentifiers(tx, tenantId, [id]));
      if (!record.key) throw refusal('Unprocessable', { erro: 'O contato foi anonimizado.' });
      const isProven = Boolean(given.method?.trim());
      const kind = KINDS_OF_CHANNELS[channel];
      if (granted && !isProven && kind !== null && (await listErasedKinds(tx, tenantId, id)).includes(kind))
        throw proofMissing();
      const evidence = { ...NO_EVIDENCE, method: given.method };
      const change = { channel, granted, authorId, leadId: null, isProven, evidence };
      const { timeZone } = await this.accounts.get(tx, tenantId);
      if (await this.consents.record(tx, { ...record, key: record.key }, [change])) {
        await this.contacts.update(tx, contact, { lastActivityAt: new Date() });
        await recordTrail(tx, {
          action: 'contact.consent-changed',
          object: { type: 'contact', id },
          tenantId,
          after: { channel, granted },
        });
      }
      return {
        contactId: contact.id,
        state: await this.consents.stateOf(tx, tenantId, contact.id),
        timeZone: contact.timeZone ?? timeZone,
      };
    });
  }

  /** Newest first. */
  async listHistory({ contact, key }: ContactRecord, page: KeysetRequest): Promise<KeysetPage<OpenedConsentChange>> {
    const { tenantId, id: contactId } = contact;
    return this.database.tenant(tenantId, async (tx) => {
      const query = tx.createQueryBuilder(ConsentChange, 'change').where({ tenantId, contactId });
      const { items, next } = await listKeysetPage(query, ['id'], page);
      return { items: items.map((change) => ({ change, evidence: openEvidence(change.sealed, key) })), next };
    });
  }

  /** A page of the history for each request, in their order; newest first. */
  async listHistories(
    tenantId: TenantId,
    requests: readonly ConsentHistoryRequest[],
  ): Promise<KeysetPage<OpenedConsentChange>[]> {
    const cipher = await this.keys.cipherOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const contacts = await this.contacts.findMany(tx, tenantId, [...new Set(requests.map((one) => one.contactId))]);
      const keys = new Map(contacts.map((one) => [one.id as string, openContact(cipher, one, []).key]));
      const rows = await many<ConsentChange & { request: number }>(tx, CHANGES_OF_CONTACTS, [
        tenantId,
        requests.map(({ contactId }) => contactId),
        requests.map(({ after }) => after?.[0] ?? AFTER_ALL),
        requests.map(({ limit }) => limit + 1),
      ]);
      const opened = (change: ConsentChange) => {
        return { change, evidence: openEvidence(change.sealed, keys.get(change.contactId) ?? null) };
      };
      const pages = toKeysetPages(requests, rows, ({ id }) => [id]);
      return pages.map(({ items, next }) => ({ items: items.map(opened), next }));
    });
  }
}

function proofMissing() {
  const erro = 'Este endereço é de uma pessoa que foi apagada. Informe em origem como ela voltou a consentir.';
  return refusal('Unprocessable', { erro, campo: 'origem' });
}

function checked({ channel, granted }: EnteredConsent): { channel: ConsentChannel; granted: boolean } {
  const known = CONSENT_CHANNELS.find((one) => one === channel);
  if (!known) {
    const erro = `canal deve ser um de ${CONSENT_CHANNELS.join(', ')}.`;
    throw refusal('Unprocessable', { erro, campo: 'canal' });
  }
  if (granted === undefined) throw refusal('Unprocessable', { erro: 'Informe recebe.', campo: 'recebe' });
  return { channel: known, granted };
}
