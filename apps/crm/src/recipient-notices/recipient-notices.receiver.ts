import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import {
  type AppEvent,
  type ConsentNotice,
  type ContactChange,
  OnAppEvents,
  type RecipientNotice,
} from '#libs/core/app-events';
import { groupBy } from '#libs/core/jobs';
import type { TenantId } from '#libs/core/persistence';
import { ConsentNotices } from '../consent/consent-notices.js';
import { ConsentChange } from '../consent/consent-change.entity.js';
import { listCurrentConsent } from '../consent/consent.sql.js';
import { noticesOf, toConsentChange } from '../consent/consents.js';
import { causedBy, setChangeCause } from '../contact-changes/change-cause.js';
import { ContactEvents } from '../contact-events/contact-events.js';
import { openContacts } from '../contacts/contact-records.js';
import { Contact } from '../contacts/contact.entity.js';
import type { ContactIdentifier } from '../identifiers/contact-identifier.entity.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { parseEmail } from '../identifiers/identifiers.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { TenantKeys } from '../keys/tenant-keys.js';
import { Activity } from '../timeline/activity.entity.js';
import { toActivity } from '../timeline/timeline.js';
import {
  type IndexedValue,
  listContactsOf,
  listNoticeTimes,
  updateEmailStatuses,
  upsertNoticeTimes,
} from './recipient-notice.sql.js';
import { RecipientState } from './recipient-state.js';

interface IndexedNotice extends IndexedValue {
  notice: RecipientNotice;
}

/** Applies what recipients did at Platform to the contacts that have their addresses. */
@Injectable()
export class RecipientNoticesReceiver {
  constructor(
    private readonly keys: TenantKeys,
    private readonly contacts: ContactRepository,
    private readonly events: ContactEvents,
    private readonly consentNotices: ConsentNotices,
  ) {}

  /** Costs as many statements for a batch as for one event. An address that no contact has leaves nothing. */
  @OnAppEvents('platform.recipients.changed')
  async changed(tx: EntityManager, events: readonly AppEvent<'platform.recipients.changed'>[]): Promise<void> {
    const tenantId = events[0]!.tenantId;
    const cipher = await this.keys.findCipherWithin(tx, tenantId);
    if (!cipher) return;
    const notices = events
      .flatMap(({ payload }) => payload.notices)
      .flatMap((notice) => indexed(cipher, notice))
      .toSorted((a, b) => Date.parse(a.notice.occurredAt) - Date.parse(b.notice.occurredAt));
    const states = await this.lockAll(tx, tenantId, cipher, notices);
    if (states.length === 0) return;
    await setChangeCause(tx, causedBy('platform'));
    await upsertNoticeTimes(
      tx,
      tenantId,
      states.flatMap(({ times }) => times),
    );
    await write(tx, tenantId, states);
    await this.announce(tx, tenantId, states);
  }

  /** Locks the contacts that the notices are about, and applies the notices in memory. */
  private async lockAll(
    tx: EntityManager,
    tenantId: TenantId,
    cipher: TenantCipher,
    notices: readonly IndexedNotice[],
  ): Promise<RecipientState[]> {
    const ids = notices.length === 0 ? [] : await listContactsOf(tx, tenantId, notices);
    if (ids.length === 0) return [];
    const where = { tenantId, id: In(ids) };
    const contacts = await tx.find(Contact, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
    const identifiers = await this.contacts.listIdentifiers(tx, tenantId, ids);
    const consents = groupBy(
      await listCurrentConsent(tx, tenantId, ids, ['email', 'sms']),
      ({ contactId }) => contactId,
    );
    const times = groupBy(await listNoticeTimes(tx, tenantId, ids), ({ contactId }) => contactId);
    const states = openContacts(cipher, contacts, identifiers).flatMap((record) => {
      const { id } = record.contact;
      const { key } = record;
      return key ? [new RecipientState({ ...record, key }, consents.get(id) ?? [], times.get(id) ?? [])] : [];
    });
    const byContact = new Map(states.map((state) => [state.record.contact.id, state]));
    // As they are now: an address may have left its contact before the lock.
    const owners = groupBy(identifiers, nameOf);
    for (const one of notices)
      for (const { contactId, isPrimary } of owners.get(nameOf(one)) ?? [])
        byContact.get(contactId)?.apply(one.notice, isPrimary);
    return states.filter((state) => state.times.length > 0);
  }

  /** Tells Platform of the contacts' other addresses, and the tenant's webhooks of what is stored. Nothing of deleted contacts. */
  private async announce(tx: EntityManager, tenantId: TenantId, states: readonly RecipientState[]): Promise<void> {
    const live = states.filter(({ record: { contact } }) => contact.deletedAt === null);
    await this.consentNotices.send(tx, tenantId, live.flatMap(toConsentNotices));
    const changes = live
      .filter(({ hasNewStatus }) => hasNewStatus)
      .map(({ record: { contact } }): ContactChange => {
        return { kind: 'updated', contactId: contact.id, fields: ['email_status'] };
      });
    if (changes.length > 0) await this.events.changed(tx, tenantId, changes);
  }
}

/** Writes the history, the timeline and the contacts. */
async function write(tx: EntityManager, tenantId: TenantId, states: readonly RecipientState[]): Promise<void> {
  const changes = states.flatMap(({ record: { contact, key }, changes: ofContact }) =>
    ofContact.map((change) => ({ contact, key, change })),
  );
  if (changes.length > 0) {
    await tx.insert(
      ConsentChange,
      changes.map(({ contact, key, change }) => ({
        ...toConsentChange(tenantId, contact.id, key, change),
        byPlatform: true,
        createdAt: change.at,
      })),
    );
    await tx.insert(
      Activity,
      changes.map(({ contact, key, change: { channel, granted, authorId, evidence } }) => {
        const data = { channel, granted, origin: evidence.method };
        return toActivity(tenantId, contact.id, key, { type: 'consent-changed', authorId, data });
      }),
    );
  }
  const changed = states.filter((state) => state.changes.length > 0 || state.hasNewStatus);
  if (changed.length === 0) return;
  await updateEmailStatuses(
    tx,
    tenantId,
    changed.map(({ record: { contact }, emailStatus, changes: { length } }) => {
      return { contactId: contact.id, emailStatus, isActive: length > 0 };
    }),
  );
}

function toConsentNotices({ record, before, after, told }: RecipientState): ConsentNotice[] {
  return noticesOf(record, before, after).filter(({ address }) => !told.has(address));
}

function indexed(cipher: TenantCipher, notice: RecipientNotice): IndexedNotice[] {
  const { channel, address } = notice;
  if (channel === 'sms')
    return cipher.indexesOf('phone', address).map((blindIndex) => ({ kind: 'phone', blindIndex, notice }));
  const email = parseEmail(address);
  return email === null ? [] : [{ kind: 'email', blindIndex: cipher.indexOf('email', email), notice }];
}

const nameOf = ({ kind, blindIndex }: Pick<ContactIdentifier, 'kind' | 'blindIndex'>): string =>
  `${kind} ${blindIndex.toString('base64')}`;
