import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { ConsentNotice } from '#libs/core/app-events';
import type { Id, TenantId } from '#libs/core/persistence';
import type { DataKey } from '#libs/core/secrets';
import type { ActivityData } from '../timeline/activity.js';
import { Timeline } from '../timeline/timeline.js';
import { deleteErasedIndexes } from '../erasure/erased-identifier.sql.js';
import {
  CONSENT_CHANNELS,
  KINDS_OF_CHANNELS,
  type ConsentChannel,
  type ConsentEvidence,
  type ConsentingContact,
  type ConsentState,
  type NewConsentChange,
} from './consent.js';
import { ConsentChange } from './consent-change.entity.js';
import { listCurrentConsent } from './consent.sql.js';
import { ConsentNotices } from './consent-notices.js';

const PURPOSE = 'consent';

const NOTHING = Object.fromEntries(CONSENT_CHANNELS.map((channel) => [channel, false])) as ConsentState;

/** Reads and records the consents of contacts. Platform is told when a contact withdraws one, and when it gives it again. */
@Injectable()
export class Consents {
  constructor(
    private readonly timeline: Timeline,
    private readonly notices: ConsentNotices,
  ) {}

  /** Answers for every channel; one without a record is false. */
  async stateOf(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<ConsentState> {
    return (await this.statesOf(tx, tenantId, [contactId])).get(contactId)!;
  }

  /** {@link stateOf} for several contacts, by id. */
  async statesOf(
    tx: EntityManager,
    tenantId: TenantId,
    contactIds: readonly string[],
  ): Promise<Map<string, ConsentState>> {
    const states = new Map(contactIds.map((id): [string, ConsentState] => [id, { ...NOTHING }]));
    for (const { contactId, channel, granted } of await listCurrentConsent(tx, tenantId, contactIds))
      states.get(contactId)![channel] = granted;
    return states;
  }

  /** Channels without a record are absent. */
  async knownOf(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<Map<ConsentChannel, boolean>> {
    const current = await listCurrentConsent(tx, tenantId, [contactId]);
    return new Map(current.map(({ channel, granted }) => [channel, granted]));
  }

  /**
   * Records changes of a contact that the caller has locked, with an entry of the timeline for each. One that changes nothing
   * is left out. One that is proved lifts what the erasure of an earlier person with the address holds back. Returns whether
   * something changed.
   */
  async record(
    tx: EntityManager,
    record: ConsentingContact & { key: DataKey },
    changes: readonly NewConsentChange[],
  ): Promise<boolean> {
    const { contact, key } = record;
    const before = await this.knownOf(tx, contact.tenantId, contact.id);
    const lifted = await this.lift(tx, record, changes);
    const news = changes.filter(({ channel, granted }) => before.get(channel) !== granted);
    if (news.length === 0) {
      await this.notices.send(tx, contact.tenantId, confirmationsOf(record, lifted));
      return false;
    }
    await tx.insert(
      ConsentChange,
      news.map((change) => toConsentChange(contact.tenantId, contact.id, key, change)),
    );
    for (const { channel, granted, authorId, evidence } of news) {
      const data: ActivityData = { channel, granted, ...(evidence.method !== null && { origin: evidence.method }) };
      await this.timeline.record(tx, contact, key, { type: 'consent-changed', authorId, data });
    }
    await this.sendNotices(tx, record, before, lifted);
    return true;
  }

  /** Returns the channels of which something was held back. */
  private async lift(
    tx: EntityManager,
    { contact }: ConsentingContact,
    changes: readonly NewConsentChange[],
  ): Promise<NotifiedChannel[]> {
    const proven = NOTIFIED.filter((one) =>
      changes.some(({ channel, granted, isProven }) => channel === one && granted && isProven),
    );
    if (proven.length === 0) return [];
    const kinds = proven.map((channel) => KINDS_OF_CHANNELS[channel]);
    const lifted = await deleteErasedIndexes(tx, contact.tenantId, contact.id, kinds);
    return proven.filter((channel) => lifted.includes(KINDS_OF_CHANNELS[channel]));
  }

  /** Makes the changes of a lead void, as if its form had not been sent; or count again. */
  async setLeadVoid(tx: EntityManager, record: ConsentingContact, leadId: string, isVoid: boolean): Promise<void> {
    const { tenantId, id: contactId } = record.contact;
    const before = await this.knownOf(tx, tenantId, contactId);
    const { affected } = await tx.update(ConsentChange, { tenantId, contactId, leadId }, { isVoid });
    if (affected) await this.sendNotices(tx, record, before);
  }

  /** Tells Platform which addresses of a contact get messages no more, or again. */
  async sendNotices(
    tx: EntityManager,
    record: ConsentingContact,
    before: ReadonlyMap<ConsentChannel, boolean>,
    lifted: readonly NotifiedChannel[] = [],
  ): Promise<void> {
    const { tenantId, id } = record.contact;
    const now = await this.knownOf(tx, tenantId, id);
    const changed = noticesOf(record, before, now).filter(({ channel }) => !lifted.includes(channel));
    await this.notices.send(tx, tenantId, [...changed, ...confirmationsOf(record, lifted)]);
  }
}

/** The channels by which Platform sends to addresses. */
const NOTIFIED = ['email', 'sms'] as const;
type NotifiedChannel = (typeof NOTIFIED)[number];

/** Makes the notices that the owner of an erased person's address has consented anew. */
function confirmationsOf(
  { emails, phones }: Pick<ConsentingContact, 'emails' | 'phones'>,
  channels: readonly NotifiedChannel[],
): ConsentNotice[] {
  return channels.flatMap((channel) =>
    (channel === 'email' ? emails : phones).map((address) => ({
      channel,
      address,
      suppressed: false,
      confirmed: true,
    })),
  );
}

/** Makes the notices for Platform. A first consent makes none: Platform only has to know withdrawals and their end. */
export function noticesOf(
  { emails, phones }: Pick<ConsentingContact, 'emails' | 'phones'>,
  before: ReadonlyMap<ConsentChannel, boolean>,
  now: ReadonlyMap<ConsentChannel, boolean>,
): ConsentNotice[] {
  const isChanged = (channel: ConsentChannel) => (before.get(channel) === false) !== (now.get(channel) === false);
  const noticesFor = (channel: 'email' | 'sms', addresses: readonly string[]): ConsentNotice[] =>
    isChanged(channel)
      ? addresses.map((address) => ({ channel, address, suppressed: now.get(channel) === false }))
      : [];
  return [...noticesFor('email', emails), ...noticesFor('sms', phones)];
}

/** A change as it is stored. */
export function toConsentChange(
  tenantId: TenantId,
  contactId: Id<'cnt'>,
  key: DataKey,
  { channel, granted, authorId, leadId, evidence }: NewConsentChange,
): ConsentChange {
  const sealed = key.seal(PURPOSE, JSON.stringify(toStoredEvidence(evidence)));
  const createdAt = new Date();
  return {
    tenantId,
    contactId,
    id: v7(),
    channel,
    granted,
    authorId,
    leadId,
    isVoid: false,
    byPlatform: false,
    sealed,
    method: null,
    createdAt,
  };
}

/** The same change under the key of another contact. */
export function resealConsent(change: ConsentChange, from: DataKey, contactId: Id<'cnt'>, to: DataKey): ConsentChange {
  const { sealed } = change;
  return { ...change, contactId, sealed: sealed && to.seal(PURPOSE, from.openBytes(PURPOSE, sealed)) };
}

/** Evidence as it is sealed: the method has the name that it had first. */
type StoredEvidence = Omit<ConsentEvidence, 'method'> & { origin: string | null };

export const toStoredEvidence = ({ method, ...evidence }: ConsentEvidence): StoredEvidence => ({
  ...evidence,
  origin: method,
});

/** Null once the contact is anonymized. */
export function openEvidence(sealed: Buffer | null, key: DataKey | null): ConsentEvidence | null {
  if (!sealed || !key) return null;
  const { origin, ...evidence } = JSON.parse(key.open(PURPOSE, sealed)) as StoredEvidence;
  return { ...evidence, method: origin };
}
