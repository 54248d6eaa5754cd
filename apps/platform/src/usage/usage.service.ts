import { Injectable } from '@nestjs/common';
import type { TenantView } from '#libs/core/auth';
import { Database } from '#libs/core/persistence';
import type { Channel } from '../channel.js';
import { PlanCache } from '../plans/plan-cache.js';
import type { PlanLimits } from '../plans/plan.js';
import { readDailyUsage, type DailyUsage } from '../ramp/sending-day.js';
import { UsageRepository, type MonthlyUsage } from './usage.repository.js';

type PlannedTenant = Pick<TenantView, 'id' | 'plan'>;

/** `today` is null without a daily limit. */
export type Usage = MonthlyUsage & { today: DailyUsage | null };

/** Use of a tenant, beside what it may do. */
export interface UsageReport {
  /** Name of the plan; empty without one. */
  plan: string;
  limits: PlanLimits;
  /** The present month. */
  month: Usage;
  /** When the next month begins (UTC). */
  monthEndsAt: Date;
  /** Messages that were accepted today, by channel. */
  acceptedToday: ReadonlyMap<Channel, number>;
  /** When the next day begins (UTC). */
  dayEndsAt: Date;
  /** Months with use, newest first. */
  months: MonthlyUsage[];
}

@Injectable()
export class UsageService {
  constructor(
    private readonly database: Database,
    private readonly usage: UsageRepository,
    private readonly plans: PlanCache,
  ) {}

  /** Reads the use of a tenant in the month of `now`, in UTC, and today. */
  async get({ id, plan }: PlannedTenant, now: Date): Promise<Usage> {
    const { dailyRamp } = this.plans.get(plan);
    return this.database.tenant(id, async (tx) => ({
      ...(await this.usage.find(tx, id, periodOf(now))),
      today: dailyRamp === null ? null : await readDailyUsage(tx, id, dailyRamp),
    }));
  }

  /** Reads the use of a tenant today, in the month of `now` and in earlier months, beside what its plan allows. */
  async report({ id, plan }: PlannedTenant, now: Date, months: number): Promise<UsageReport> {
    const limits = this.plans.get(plan);
    const day = startOfDay(now);
    return this.database.tenant(id, async (tx) => {
      const counted = await this.usage.listMonths(tx, id, periodOf(now), months);
      const today = limits.dailyRamp === null ? null : await readDailyUsage(tx, id, limits.dailyRamp);
      const present = counted.find(({ period }) => period === periodOf(now)) ?? this.usage.unused(periodOf(now));
      return {
        plan,
        limits,
        month: { ...present, today },
        monthEndsAt: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)),
        acceptedToday: await this.usage.countAccepted(tx, id, day),
        dayEndsAt: new Date(day.getTime() + DAY_MS),
        months: counted,
      };
    });
  }
}

const DAY_MS = 86_400_000;

/** The month (`YYYY-MM`, UTC) of a time. */
const periodOf = (time: Date): string => time.toISOString().slice(0, 7);

const startOfDay = (time: Date): Date => new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
