import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { auditFields, recordAudit, recordAudits, type AuditEvent } from '#libs/core/audit';
import { domainOf, parseMailbox } from '#libs/mail/email';
import { isUuid, Problem, invalidField } from '#libs/core/http';
import { parseE164, parseSender } from '#libs/messaging/sms';
import {
  type BoundedCount,
  Database,
  type Id,
  isId,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import { PushDevice } from '../push/devices/push-device.entity.js';
import { RecipientNotices } from './recipient-notices/recipient-notices.js';
import { TopicRepository } from '../topics/topic.repository.js';
import { unknownTopic } from '../topics/unknown-topic.js';
import type { AddSuppressionRequest } from './dto/suppression.requests.js';
import type { Suppression } from './suppression.entity.js';
import { ERASED, EVERYTHING, type SuppressionTopic } from './suppression.js';
import { type NewSuppression, SuppressionRepository } from './suppression.repository.js';
import { countSuppressions, type SuppressionFilter } from './suppression.sql.js';

/** Entry of an address, which may have been there before. */
export interface AddedSuppression {
  entry: Suppression;
  isNew: boolean;
}

/** Choices about an e-mail address. */
export interface AddressChoices {
  /** The topics that it leaves, each once. */
  left: readonly SuppressionTopic[];
  /** Tells which of its entries are lifted. */
  isLifted: (entry: Suppression) => boolean;
}

/** The addresses that a tenant sends nothing to, as its users see and change them. */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly database: Database,
    private readonly suppressions: SuppressionRepository,
    private readonly topics: TopicRepository,
    private readonly notices: RecipientNotices,
  ) {}

  async listPage(tenantId: TenantId, filter: SuppressionFilter, page: PageRequest): Promise<Page<Suppression>> {
    return this.database.tenant(tenantId, (tx) => this.suppressions.listPage(tx, tenantId, filter, page));
  }

  /** Addresses of e-mail that get no message without a topic, each once; newest first. */
  async listMailPage(tenantId: TenantId, filter: SuppressionFilter, page: PageRequest): Promise<Page<Suppression>> {
    return this.database.tenant(tenantId, (tx) => this.suppressions.listMailPage(tx, tenantId, filter, page));
  }

  async count(tenantId: TenantId, filter: SuppressionFilter): Promise<BoundedCount> {
    return this.database.tenant(tenantId, (tx) => countSuppressions(tx, tenantId, filter));
  }

  /** The entries of an address, of every topic and of those of none. */
  async listOfAddress(tenantId: TenantId, address: string): Promise<Suppression[]> {
    return this.database.tenant(tenantId, (tx) => this.suppressions.listOfAddress(tx, tenantId, address));
  }

  /**
   * Suppresses an e-mail address, a number or a device; a suppressed one keeps its entry, with the stronger reason.
   * @throws Problem ValidationError for an invalid address or sender, InvalidParameter for an unknown topic
   */
  async create(
    tenantId: TenantId,
    { Address, Sender, TopicId, Reason = TopicId === undefined ? 'manual' : 'unsubscribe' }: AddSuppressionRequest,
  ): Promise<AddedSuppression> {
    return this.database.tenant(tenantId, async (tx) => {
      const target = isUuid(Address) ? await deviceOf(tx, tenantId, Address, Sender) : targetOf(Address, Sender);
      const topic = TopicId === undefined ? {} : { topic: await this.topicOf(tx, tenantId, TopicId) };
      return this.insert(tx, tenantId, { ...target, ...topic, reason: Reason, source: 'api' });
    });
  }

  /**
   * Unsubscribes an e-mail address from topics and lifts unsubscribes of it, as the last step of a transaction: it locks the
   * entries, and then the end of the audit chain. An entry that another transaction has lifted meanwhile counts as lifted.
   * @throws Problem Conflict for an entry to lift that is there for another reason than an unsubscribe
   */
  async chooseIn(
    tx: EntityManager,
    tenantId: TenantId,
    address: string,
    { left, isLifted }: AddressChoices,
  ): Promise<void> {
    const known = await this.suppressions.lockByAddress(tx, tenantId, address);
    const lifted = known.filter(isLifted);
    const other = lifted.find(({ reason }) => reason !== 'unsubscribe');
    if (other) throw heldBack(other);
    await this.suppressions.deleteLocked(tx, tenantId, lifted);
    const values = left.map((topic) => ({ address, topic, reason: 'unsubscribe', source: 'api' }) as const);
    const written = await this.suppressions.insertAll(tx, tenantId, values);
    await this.notices.sendLifted(tx, lifted);
    const isTold = (topic: SuppressionTopic) =>
      known.some((entry) => entry.topic === topic && entry.reason === 'unsubscribe') &&
      !written.some(({ entry }) => entry.topic === topic);
    for (const value of values)
      if (!isTold(value.topic)) await this.notices.sendEntry(tx, { ...value, tenantId, sender: '' });
    await recordAudits(tx, [
      ...lifted.map((entry) => auditEvent('suppression.removed', entry, 'before')),
      ...written.map(({ entry, outcome }) => auditEvent(ACTIONS[outcome], entry, 'after')),
    ]);
  }

  /** The entries of e-mail addresses, of all topics, by the address as it is given. */
  async listByAddress(tenantId: TenantId, addresses: readonly string[]): Promise<Map<string, Suppression[]>> {
    if (addresses.length === 0) return new Map();
    return this.database.tenant(tenantId, (tx) => this.suppressions.listByAddress(tx, tenantId, addresses));
  }

  private async insert(tx: EntityManager, tenantId: TenantId, values: NewSuppression): Promise<AddedSuppression> {
    const { reason } = values;
    const { entry, outcome } = await this.suppressions.insert(tx, tenantId, values);
    const isTold = outcome === 'kept' && entry.reason === reason;
    if (!isTold) await this.notices.sendEntry(tx, { ...entry, reason });
    if (outcome !== 'kept') await recordAudit(tx, auditEvent(ACTIONS[outcome], entry, 'after'));
    return { entry, isNew: outcome === 'inserted' };
  }

  /** @param name the id or the address of an entry */
  async find(tenantId: TenantId, name: string): Promise<Suppression | null> {
    return this.database.tenant(tenantId, (tx) =>
      isUuid(name)
        ? this.findByUuid(tx, tenantId, name)
        : this.suppressions.findByAddress(tx, tenantId, parseE164(name) ?? parseMailbox(name)?.address ?? name),
    );
  }

  /** The id of an entry, or of a device that has one. */
  private async findByUuid(tx: EntityManager, tenantId: TenantId, id: string): Promise<Suppression | null> {
    return (await this.suppressions.find(tx, tenantId, id)) ?? this.suppressions.findByAddress(tx, tenantId, id);
  }

  private async topicOf(tx: EntityManager, tenantId: TenantId, name: string): Promise<Id<'top'>> {
    const topic = isId('top', name)
      ? await this.topics.find(tx, tenantId, name)
      : await this.topics.findBySlug(tx, tenantId, name);
    if (!topic) throw unknownTopic();
    return topic.id;
  }

  /** Deletes an entry, so that the address gets messages again. @throws Problem NotFound; Conflict for an erased person's */
  async delete(entry: Suppression): Promise<void> {
    if (entry.reason === ERASED) throw onlyByConsent();
    await this.database.tenant(entry.tenantId, async (tx) => {
      if (!(await this.suppressions.delete(tx, entry))) throw new Problem('NotFound');
      await this.notices.sendLifted(tx, [entry]);
      await recordAudit(tx, auditEvent('suppression.removed', entry, 'before'));
    });
  }
}

const ACTIONS = { inserted: 'suppression.added', strengthened: 'suppression.changed' } as const;

const onlyByConsent = (): Problem =>
  new Problem('Conflict', {
    message: 'The person was erased: only a confirmed consent, given since, lifts this entry',
  });

const heldBack = ({ reason }: Suppression): Problem =>
  new Problem('Conflict', {
    message: `The address is suppressed for another reason than an unsubscribe (${reason}): remove the suppression itself`,
  });

/** A device of the tenant, which messages name by its id. */
async function deviceOf(
  tx: EntityManager,
  tenantId: TenantId,
  id: string,
  sender: string | undefined,
): Promise<{ address: string }> {
  if (sender !== undefined) throw notForSender();
  const device = await tx.existsBy(PushDevice, { tenantId, id });
  if (!device) throw invalidField('ValidationError', 'Address', 'is no device of this account');
  return { address: id };
}

const notForSender = (): Problem =>
  invalidField('ValidationError', 'Sender', 'must be a sender of texts, and is for numbers alone');

/** A number or an e-mail address, and the sender for which it is suppressed. */
function targetOf(address: string, sender: string | undefined): { address: string; sender: string } {
  const number = parseE164(address);
  const target = number ?? parseMailbox(address)?.address;
  if (target === undefined) {
    throw invalidField(
      'ValidationError',
      'Address',
      'must be an e-mail address, a number in E.164, or the id of a device',
    );
  }
  if (sender === undefined) return { address: target, sender: '' };
  const parsed = number === null ? undefined : parseSender(sender);
  if (!parsed) throw notForSender();
  return { address: target, sender: parsed.value };
}

/** The audit entry has only the domain of the address, and nothing of a number: it outlives the suppression. */
function auditEvent(action: string, entry: Suppression, side: 'before' | 'after'): AuditEvent {
  const target = entry.address.includes('@') ? { domain: domainOf(entry.address) } : { sender: entry.sender };
  const fields = {
    ...auditFields(entry, ['reason', 'source']),
    ...(entry.topic !== EVERYTHING && { topic: entry.topic }),
    ...target,
  };
  return { action, object: { type: 'suppression', id: entry.id }, tenantId: entry.tenantId, [side]: fields };
}
