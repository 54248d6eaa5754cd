import { Injectable } from '@nestjs/common';
import type { TenantView } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import { PlanCache } from '../plans/plan-cache.js';
import { readDailyUsage, type DailyUsage } from '../ramp/sending-day.js';
import { UsageRepository, type MonthlyUsage } from './usage.repository.js';

/** `today` is null without a daily limit. */
export type Usage = MonthlyUsage & { today: DailyUsage | null };

@Injectable()
export class UsageService {
  constructor(
    private readonly database: Database,
    private readonly usage: UsageRepository,
    private readonly plans: PlanCache,
  ) {}

  /** Reads the use of a tenant in the month of `now`, in UTC, and today. */
  async get({ id, plan }: Pick<TenantView, 'id' | 'plan'>, now: Date): Promise<Usage> {
    const { dailyRamp } = this.plans.get(plan);
    return this.database.tenant(id, async (tx) => ({
      ...(await this.usage.find(tx, id, now.toISOString().slice(0, 7))),
      today: dailyRamp === null ? null : await readDailyUsage(tx, id, dailyRamp),
    }));
  }
}
