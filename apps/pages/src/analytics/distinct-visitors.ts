import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { DistinctCount, spansOf, type TrafficWindow } from '#libs/sites/traffic';
import { LIST_SKETCHES } from './totals.sql.js';

const DAY_MS = 86_400_000;

/** Visitors of a window. Without consent a visitor is another one each day (UTC), with consent the same one. */
export interface WindowVisitors {
  /** Sum of those without consent by the day, and of those with consent once. */
  count: number;
  consented: number;
  by: VisitorsBy;
}

/** How visitors are counted: all by the day, all once in the window, or each as the consent allows. */
export type VisitorsBy = 'day' | 'window' | 'both';

interface DailyVisitors {
  visitors: number;
  /** Part of the visitors that consented. */
  consented: number;
}

/**
 * Counts visitors over a window: of those with consent its sketches, of the whole days (UTC) that reports by dimensions count. They are
 * exact below 1,000 visitors.
 */
export async function countVisitors(
  tx: SqlExecutor,
  place: { tenantId: TenantId; pageId: string },
  window: TrafficWindow,
  daily: DailyVisitors,
): Promise<WindowVisitors> {
  const byDay = daily.visitors - daily.consented;
  const consented = daily.consented === 0 ? 0 : await countConsented(tx, place, window, daily.consented);
  return {
    count: byDay + consented,
    consented,
    by: daily.consented === 0 ? 'day' : byDay === 0 ? 'window' : 'both',
  };
}

/** No more than the sum of days: a window may end within a day whose sketch has more. */
async function countConsented(
  tx: SqlExecutor,
  { tenantId, pageId }: { tenantId: TenantId; pageId: string },
  window: TrafficWindow,
  sumOfDays: number,
): Promise<number> {
  if (isOfOneDay(window)) return sumOfDays;
  const { firstDay, endDay } = window.days();
  const spans = spansOf(firstDay, endDay);
  const parameters = [tenantId, pageId, spans.map(({ span }) => span), spans.map(({ starts }) => starts)];
  const all = new DistinctCount();
  for (const { sketch } of await many<{ sketch: Buffer }>(tx, LIST_SKETCHES, parameters))
    all.merge(DistinctCount.fromBytes(sketch));
  return Math.min(all.size, sumOfDays);
}

/** Whether a window lies in one day (UTC), in which each visitor counts once already. */
const isOfOneDay = ({ from, until }: TrafficWindow): boolean =>
  Math.floor(from.getTime() / DAY_MS) === Math.floor((until.getTime() - 1) / DAY_MS);
