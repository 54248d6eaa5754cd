import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { dailyLimitOf, growthFor, type Growth } from './ramp.js';
import { readRampDays, saveGrowth, type RampDay } from './ramp.sql.js';

const DAY_MS = 86_400_000;

/** State of a tenant's daily limit. */
export interface SendingDay {
  growth: Growth;
  /** Messages that were accepted today. */
  accepted: number;
  /** When the next day begins (UTC). */
  resetsAt: Date;
}

/** The daily limit of an account, as it is shown. */
export interface DailyUsage {
  limit: number;
  accepted: number;
  resetsAt: Date;
}

/**
 * The present day of tenants whose counters the transaction has locked, by the `dailyRamp` of their plans. The first call
 * of a day decides how far the limit has grown.
 */
export async function lockedDays(
  tx: SqlExecutor,
  dailyRamps: ReadonlyMap<TenantId, number>,
): Promise<Map<TenantId, SendingDay>> {
  const days = await readRampDays(tx, [...dailyRamps.keys()]);
  const known = days.map((day) => ({ ...day, growth: growthOf(day, dailyRamps.get(day.tenantId) ?? 0) }));
  const decided = known.filter(({ history }) => history !== null);
  if (decided.length > 0) {
    await saveGrowth(
      tx,
      decided.map(({ tenantId, today, growth }) => ({ tenantId, today, ...growth })),
    );
  }
  return new Map(known.map((day) => [day.tenantId, toSendingDay(day)]));
}

/** The daily limit of a tenant whose plan has this `dailyRamp`; null if there is none (any more). Changes nothing. */
export async function readDailyUsage(
  tx: SqlExecutor,
  tenantId: TenantId,
  dailyRamp: number,
): Promise<DailyUsage | null> {
  const [day] = await readRampDays(tx, [tenantId]);
  if (!day) return null;
  const { growth, accepted, resetsAt } = toSendingDay({ ...day, growth: growthOf(day, dailyRamp) });
  const limit = dailyLimitOf(dailyRamp, growth);
  return limit === null ? null : { limit, accepted, resetsAt };
}

function growthOf({ today, growth, history }: RampDay, dailyRamp: number): Growth {
  if (growth && history === null) return growth;
  return growthFor(today, growth, history ?? [], dailyRamp);
}

function toSendingDay({ today, growth, accepted }: RampDay & { growth: Growth }): SendingDay {
  return { growth, accepted, resetsAt: new Date(Date.parse(today) + DAY_MS) };
}
