import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import type { Channel } from '../messages/message.js';
import { COUNTED_EVENTS, type CountedEvent } from './event-counts.js';
import type { EventTotals, Interval, Period, SeriesPoint, TemplateTotals } from './report.js';

interface CountRow {
  event: CountedEvent;
  count: string;
}

/** Sums of counted events, inside a tenant's transaction. Periods begin and end with an hour. */
@Injectable()
export class ReportsRepository {
  async byChannel(tx: EntityManager, tenantId: TenantId, { from, to }: Period): Promise<Map<Channel, EventTotals>> {
    const rows = await tx.query<(CountRow & { channel: Channel })[]>(
      `select channel, event, sum(count) as count from event_count
       where tenant_id = $1 and hour >= $2 and hour < $3 group by channel, event`,
      [tenantId, from, to],
    );
    return collect(rows, ({ channel }) => channel);
  }

  /** One point for each interval in which something happened; the service fills the gaps. */
  async series(
    tx: EntityManager,
    tenantId: TenantId,
    { from, to }: Period,
    interval: Interval,
    channel: Channel | undefined,
  ): Promise<SeriesPoint[]> {
    const rows = await tx.query<(CountRow & { at: Date })[]>(
      `select date_trunc($4, hour, 'UTC') as at, event, sum(count) as count from event_count
       where tenant_id = $1 and hour >= $2 and hour < $3 and ($5::text is null or channel = $5)
       group by 1, event order by 1`,
      [tenantId, from, to, interval, channel ?? null],
    );
    return [...collect(rows, ({ at }) => at.getTime())].map(([at, totals]) => ({ at: new Date(at), totals }));
  }

  /** Templates by the number of messages accepted from them, most first. */
  async topTemplates(
    tx: EntityManager,
    tenantId: TenantId,
    { from, to }: Period,
    channel: Channel | undefined,
    limit: number,
  ): Promise<TemplateTotals[]> {
    const rows = await tx.query<(CountRow & { templateId: string; name: string | null })[]>(
      `with top as (
         select template_id, sum(count) filter (where event = 'accepted') as accepted from event_count
         where tenant_id = $1 and hour >= $2 and hour < $3 and template_id <> '' and ($4::text is null or channel = $4)
         group by template_id order by accepted desc nulls last, template_id limit $5
       )
       select c.template_id as "templateId", t.name, c.event, sum(c.count) as count
       from top join event_count c on c.template_id = top.template_id
         left join template t on t.tenant_id = $1 and t.id = c.template_id
       where c.tenant_id = $1 and c.hour >= $2 and c.hour < $3 and ($4::text is null or c.channel = $4)
       group by c.template_id, t.name, c.event, top.accepted order by top.accepted desc nulls last, c.template_id`,
      [tenantId, from, to, channel ?? null, limit],
    );
    const names = new Map(rows.map(({ templateId, name }) => [templateId, name]));
    return [...collect(rows, ({ templateId }) => templateId)].map(([templateId, totals]) => ({
      templateId,
      name: names.get(templateId) ?? null,
      totals,
    }));
  }
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
