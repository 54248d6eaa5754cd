import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import type { Channel } from '../messages/message.js';
import { UsageCounter } from './usage-counter.entity.js';

/** What a tenant used in a month. */
export type MonthlyUsage = Omit<UsageCounter, 'tenantId' | 'updatedAt'> & { updatedAt: Date | null };

const UNUSED = { emailsSent: 0, smsSent: 0, smsSegments: 0, pushSent: 0, apiCalls: 0, updatedAt: null };

@Injectable()
export class UsageRepository {
  /** The counters of a month (`YYYY-MM`); zeros for a month without use. */
  async find(tx: EntityManager, tenantId: TenantId, period: string): Promise<MonthlyUsage> {
    return (await tx.findOneBy(UsageCounter, { tenantId, period })) ?? { period, ...UNUSED };
  }

  /** Takes a message that was never sent off the month in which it was accepted. */
  async decrement(tx: EntityManager, tenantId: TenantId, channel: Channel, acceptedAt: Date): Promise<void> {
    const period = acceptedAt.toISOString().slice(0, 7);
    await tx.update(UsageCounter, { tenantId, period }, { ...ONE_LESS[channel], updatedAt: new Date() });
  }
}

const ONE_LESS = {
  email: { emailsSent: () => 'emails_sent - 1' },
  sms: { smsSent: () => 'sms_sent - 1' },
  push: { pushSent: () => 'push_sent - 1' },
} as const;
