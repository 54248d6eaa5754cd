import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import type { Channel } from '../messages/message.js';
import { COUNTED_EVENTS, type CountedEvent } from './event-counts.js';
import type { EventTotals, Interval, Period, SeriesPoint, TemplateTotals } from './report.js';

const DAY_MS = 86_400_000;

interface CountRow {
  event: CountedEvent;
  count: string;
}

/** Whole days by their own totals, and the hours before and behind them: never more than two days of hours. */
const IN_PERIOD = `(
  span = 'day' and start >= $4 and start < $5
  or span = 'hour' and (start >= $2 and start < $4 or start >= $5 and start < $3))`;

/** Sums of counted events, inside a tenant's transaction. Periods begin and end with an hour. */
@Injectable()
export class ReportsRepository {
  async byChannel(tx: EntityManager, tenantId: TenantId, period: Period): Promise<Map<Channel, EventTotals>> {
    const rows = await tx.query<(CountRow & { channel: Channel })[]>(
      `select channel, event, sum(count) as count from event_total
       where tenant_id = $1 and ${IN_PERIOD} group by channel, event`,
      [tenantId, ...inPeriod(period)],
    );
    return collect(rows, ({ channel }) => channel);
  }

  /** One point for each interval in which something happened; the service fills the gaps. */
  async series(
    tx: EntityManager,
    tenantId: TenantId,
    period: Period,
    interval: Interval,
    channel: Channel | undefined,
  ): Promise<SeriesPoint[]> {
    const rows = await tx.query<(CountRow & { at: Date })[]>(
      `select date_trunc($6, start, 'UTC') as at, event, sum(count) as count from event_total
       where tenant_id = $1 and ${IN_PERIOD} and ($7::text is null or channel = $7)
       group by 1, event order by 1`,
      [tenantId, ...(interval === 'hour' ? byHours(period) : inPeriod(period)), interval, channel ?? null],
    );
    return [...collect(rows, ({ at }) => at.getTime())].map(([at, totals]) => ({ at: new Date(at), totals }));
  }

  /** Templates by the number of messages accepted from them, most first. */
  async topTemplates(
    tx: EntityManager,
    tenantId: TenantId,
    period: Period,
    channel: Channel | undefined,
    limit: number,
  ): Promise<TemplateTotals[]> {
    const rows = await tx.query<(CountRow & { templateId: string; name: string | null })[]>(
      `with total as materialized (
         select template_id, event, sum(count) as count from template_total
         where tenant_id = $1 and ${IN_PERIOD} and ($6::text is null or channel = $6) group by template_id, event
       ), top as (
         select template_id, sum(count) filter (where event = 'accepted') as accepted from total
         group by template_id order by accepted desc nulls last, template_id limit $7
       )
       select template_id as "templateId", t.name, total.event, total.count
       from top join total using (template_id) left join template t on t.tenant_id = $1 and t.id = template_id
       order by top.accepted desc nulls last, template_id`,
      [tenantId, ...inPeriod(period), channel ?? null, limit],
    );
    const names = new Map(rows.map(({ templateId, name }) => [templateId, name]));
    return [...collect(rows, ({ templateId }) => templateId)].map(([templateId, totals]) => ({
      templateId,
      name: names.get(templateId) ?? null,
      totals,
    }));
  }
}

/** From $2 to $5: the period, and the whole days in it. */
function inPeriod({ from, to }: Period): Date[] {
  const [firstDay, endOfDays] = [Math.ceil(from.getTime() / DAY_MS), Math.floor(to.getTime() / DAY_MS)];
  if (firstDay >= endOfDays) return byHours({ from, to });
  return [from, to, new Date(firstDay * DAY_MS), new Date(endOfDays * DAY_MS)];
}

/** The same with no whole day, where each hour is wanted by itself. */
function byHours({ from, to }: Period): Date[] {
  return [from, to, to, to];
}

function collect<R extends CountRow, K>(rows: readonly R[], keyOf: (row: R) => K): Map<K, EventTotals> {
  const groups = new Map<K, EventTotals>();
  for (const row of rows) {
    const key = keyOf(row);
    const totals = groups.get(key) ?? noEvents();
    totals[row.event] = Number(row.count);
    groups.set(key, totals);
  }
  return groups;
}

export function noEvents(): EventTotals {
  return Object.fromEntries(COUNTED_EVENTS.map((event) => [event, 0])) as EventTotals;
}
