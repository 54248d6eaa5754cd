import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { Channel } from '../channel.js';
import { EventTotal } from '../event-counts/event-total.entity.js';
import { UsageCounter } from './usage-counter.entity.js';

/** Use of a tenant in a month. */
export type MonthlyUsage = Omit<UsageCounter, 'tenantId' | 'updatedAt'> & { updatedAt: Date | null };

const UNUSED = { emailsSent: 0, smsSent: 0, smsSegments: 0, pushSent: 0, apiCalls: 0, updatedAt: null };

/** A message as the counters know it. */
interface CountedMessage {
  tenantId: TenantId;
  channel: Channel;
  createdAt: Date;
}

@Injectable()
export class UsageRepository {
  /** The counters of a month (`YYYY-MM`); zeros for a month without use. */
  async find(tx: EntityManager, tenantId: TenantId, period: string): Promise<MonthlyUsage> {
    return (await tx.findOneBy(UsageCounter, { tenantId, period })) ?? this.unused(period);
  }

  /** The counters of a month without use. */
  unused(period: string): MonthlyUsage {
    return { period, ...UNUSED };
  }

  /** The counters of the months with use up to one (`YYYY-MM`), newest first. */
  async listMonths(tx: EntityManager, tenantId: TenantId, until: string, limit: number): Promise<MonthlyUsage[]> {
    const where = { tenantId, period: LessThanOrEqual(until) };
    return tx.find(UsageCounter, { where, order: { period: 'DESC' }, take: limit });
  }

  /** Messages that were accepted on a day (UTC), by channel; a channel without any is absent. */
  async countAccepted(tx: EntityManager, tenantId: TenantId, day: Date): Promise<Map<Channel, number>> {
    const totals = await tx.findBy(EventTotal, { tenantId, span: 'day', start: day, event: 'accepted' });
    return new Map(totals.map(({ channel, count }) => [channel as Channel, count]));
  }

  /** Takes a message that was never sent off the month in which it was accepted; a text with its segments. */
  async decrement(
    tx: EntityManager,
    { tenantId, channel, createdAt }: CountedMessage,
    segments: number,
  ): Promise<void> {
    const period = createdAt.toISOString().slice(0, 7);
    const query = tx.createQueryBuilder().update(UsageCounter).where({ tenantId, period });
    await query
      .set({ ...ONE_LESS[channel], updatedAt: new Date() })
      .setParameters({ segments })
      .execute();
  }
}

const ONE_LESS = {
  email: { emailsSent: () => 'emails_sent - 1' },
  sms: { smsSent: () => 'sms_sent - 1', smsSegments: () => 'sms_segments - :segments' },
  push: { pushSent: () => 'push_sent - 1' },
} as const;
