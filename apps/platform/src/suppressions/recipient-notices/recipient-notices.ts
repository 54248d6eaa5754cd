import { Injectable } from '@nestjs/common';
import { In, Not, type EntityManager } from 'typeorm';
import {
  AppEventSender,
  MAX_RECIPIENT_NOTICES,
  type RecipientNotice,
  type RecipientSource,
} from '#libs/core/app-events';
import type { TenantId } from '#libs/core/persistence';
import { CrmTenants } from '../../crm-tenants/crm-tenants.js';
import { Suppression } from '../suppression.entity.js';
import { EVERYTHING, NOT_TRANSACTIONAL, normalAddress, storedForms, type SuppressionReason } from '../suppression.js';

/** News of a recipient. */
export interface RecipientNews extends Pick<RecipientNotice, 'change' | 'source'> {
  /** An e-mail address or a number; what is told of a device goes nowhere. */
  address: string;
  isDomainGone?: boolean;
  occurredAt: Date;
}

const CHANGE_OF_REASON = {
  bounce: 'bounced',
  complaint: 'complained',
  unsubscribe: 'unsubscribed',
  manual: null,
  erased: null,
} as const satisfies Record<SuppressionReason, RecipientNotice['change'] | null>;

const WIDE = [EVERYTHING, NOT_TRANSACTIONAL];

type Entry = Pick<Suppression, 'tenantId' | 'address' | 'sender' | 'topic' | 'reason' | 'source'>;

/**
 * Tells the CRM, in the transaction that records it, which recipients left all messages or came back, and which addresses
 * bounced. What the CRM said itself is not told.
 */
@Injectable()
export class RecipientNotices {
  constructor(
    private readonly events: AppEventSender,
    private readonly tenants: CrmTenants,
  ) {}

  /** One statement for all of them; none without news, or for a tenant without the CRM. */
  async send(tx: EntityManager, tenantId: TenantId, news: readonly RecipientNews[]): Promise<void> {
    const notices = news.flatMap(toNotice);
    if (notices.length === 0 || !(await this.tenants.has(tenantId))) return;
    const parts = Array.from({ length: Math.ceil(notices.length / MAX_RECIPIENT_NOTICES) }, (_, part) =>
      notices.slice(part * MAX_RECIPIENT_NOTICES, (part + 1) * MAX_RECIPIENT_NOTICES),
    );
    const events = parts.map((part) => ({ tenantId, payload: { notices: part } }));
    await this.events.sendAll(tx, 'crm', 'platform.recipients.changed', events);
  }

  /** Tells that a recipient wants messages again, unless it still has said elsewhere that it wants none. */
  async sendReturn(tx: EntityManager, tenantId: TenantId, address: string, source: RecipientSource): Promise<void> {
    if (!this.tenants.isUsed) return;
    const isAway = await tx.existsBy(Suppression, {
      tenantId,
      address: In(storedForms(address)),
      topic: In(WIDE),
      reason: In(['complaint', 'unsubscribe']),
      source: Not('crm'),
    });
    if (!isAway) await this.send(tx, tenantId, [{ address, change: 'resubscribed', source, occurredAt: new Date() }]);
  }

  /** Tells of an entry that the account has made, if it is about all messages of all senders. */
  async sendEntry(tx: EntityManager, { tenantId, address, sender, topic, reason }: Entry): Promise<void> {
    const change = CHANGE_OF_REASON[reason];
    if (change === null || sender !== '' || !WIDE.some((one) => one === topic)) return;
    await this.send(tx, tenantId, [{ address, change, source: 'api', occurredAt: new Date() }]);
  }

  /**
   * Tells that the account took back what it had said of a recipient, in entries of one address. To lift what the recipient
   * said is no consent.
   */
  async sendLifted(tx: EntityManager, entries: readonly Entry[]): Promise<void> {
    const wide = entries.filter(({ topic }) => WIDE.some((one) => one === topic));
    const [first] = wide;
    if (first && wide.every(isOwn)) await this.sendReturn(tx, first.tenantId, first.address, 'api');
  }
}

const isOwn = ({ reason, source, sender }: Entry): boolean =>
  reason === 'unsubscribe' && source === 'api' && sender === '';

function toNotice({ address, change, source, isDomainGone = false, occurredAt }: RecipientNews): RecipientNotice[] {
  const isEmail = address.includes('@');
  // A failed text says nothing of a consent, and a device belongs to no contact.
  if (!isEmail && (change === 'bounced' || !address.startsWith('+'))) return [];
  const channel = isEmail ? 'email' : 'sms';
  const occurred = occurredAt.toISOString();
  return [{ channel, address: normalAddress(address), change, source, isDomainGone, occurredAt: occurred }];
}
