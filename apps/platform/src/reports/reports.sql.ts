import { many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Channel } from '../channel.js';
import { CANCELLED, COUNTED_EVENTS } from '../event-counts/event-counts.js';
import type { Dimension, Group } from '../event-counts/group.js';
import type { EventTotals, GroupTotals, Interval, Period, SeriesPoint, TemplateTotals } from './report.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Whole days by their own totals, and the hours before and after them: never more than two days of hours. */
const RANGES = [
  `span = 'day' and start >= $4 and start < $5`,
  `span = 'hour' and start >= $2 and start < $4`,
  `span = 'hour' and start >= $5 and start < $3`,
];

/**
 * The totals of a period. Each range is a look of its own: with `or`, Postgres may read all hours of the tenant, and does so while its
 * statistics are of a small table.
 */
const inPeriodOf = (table: string, where: string): string =>
  `(${RANGES.map((range) => `select * from ${table} where ${where} and ${range}`).join(' union all ')}) as total where true`;

const sumOf = (event: string): string => `coalesce(sum(count) filter (where event = '${event}'), 0)`;

/** A column for each event. A count stays below 2^53, so it is exact as a float8. */
const SUMS = COUNTED_EVENTS.map((event) => {
  const sum = event === 'accepted' ? `(${sumOf(event)} - ${sumOf(CANCELLED)})` : sumOf(event);
  return `${sum}::float8 as ${event}`;
}).join(', ');

/** The counted events of a period by channel. Periods begin and end with an hour. */
export async function sumByChannel(
  tx: SqlExecutor,
  tenantId: TenantId,
  period: Period,
  group: Group | undefined,
): Promise<Map<Channel, EventTotals>> {
  const { source, parameters } = totalsIn(inPeriod(period), group);
  const rows = await many<EventTotals & { channel: Channel }>(
    tx,
    `select channel, ${SUMS} from ${source} group by channel`,
    [tenantId, ...parameters],
  );
  return new Map(rows.map(({ channel, ...totals }) => [channel, totals]));
}

/** One point for each interval that has events; the service fills the gaps. */
export async function sumByInterval(
  tx: SqlExecutor,
  tenantId: TenantId,
  period: Period,
  interval: Interval,
  { channel, group }: { channel?: Channel; group?: Group },
): Promise<SeriesPoint[]> {
  const { source, parameters } = totalsIn(interval === 'hour' ? byHours(period) : inPeriod(period), group);
  const rows = await many<EventTotals & { at: number }>(
    tx,
    `select extract(epoch from date_trunc($6, start, 'UTC'))::float8 as at, ${SUMS}
     from ${source} and ($7::text is null or channel = $7) group by 1`,
    [tenantId, ...parameters, interval, channel ?? null],
  );
  return rows.map(({ at, ...totals }) => ({ at: new Date(at * 1_000), totals }));
}

/** Templates by the number of messages accepted from them, most first. */
export async function sumByTemplate(
  tx: SqlExecutor,
  tenantId: TenantId,
  period: Period,
  channel: Channel | undefined,
  limit: number,
): Promise<TemplateTotals[]> {
  const rows = await many<EventTotals & { templateId: string; name: string | null }>(
    tx,
    `select top.*, t.name from (
       select template_id as "templateId", ${SUMS} from ${inPeriodOf('template_total', 'tenant_id = $1')}
         and ($6::text is null or channel = $6)
       group by template_id order by accepted desc, template_id limit $7
     ) as top left join template t on t.tenant_id = $1 and t.id = top."templateId"
     order by top.accepted desc, top."templateId"`,
    [tenantId, ...inPeriod(period), channel ?? null, limit],
  );
  return rows.map(({ templateId, name, ...totals }) => ({ templateId, name, totals }));
}

/** Groups by the number of their messages accepted, most first. `values`: the first, and the one after the last. */
export async function sumByGroup(
  tx: SqlExecutor,
  tenantId: TenantId,
  period: Period,
  { dimension, values, channel }: { dimension: Dimension; values: [string, string]; channel?: Channel },
  limit: number,
): Promise<GroupTotals[]> {
  const rows = await many<EventTotals & { value: string }>(
    tx,
    `select value, ${SUMS} from ${inPeriodOf('group_total', 'tenant_id = $1 and dimension = $6 and value >= $7 and value < $8')}
       and ($9::text is null or channel = $9)
     group by value order by accepted desc, value limit $10`,
    [tenantId, ...inPeriod(period), dimension, ...values, channel ?? null, limit],
  );
  return rows.map(({ value, ...totals }) => ({ value, totals }));
}

/**
 * The totals of a period, of all messages or of a group, and the parameters from $2 to $5. Those of a group are found by each
 * day and hour: by their range, all groups of the period would be read.
 */
function totalsIn(bounds: Bounds, group: Group | undefined): { source: string; parameters: unknown[] } {
  if (!group) return { source: inPeriodOf('event_total', 'tenant_id = $1'), parameters: bounds };
  const [from, to, firstDay, endOfDays] = bounds;
  const hours = [...startsBetween(from, firstDay, HOUR_MS), ...startsBetween(endOfDays, to, HOUR_MS)];
  const source = `group_total where tenant_id = $1 and dimension = $2 and value = $3 and (
    span = 'day' and start = any($4::timestamptz[]) or span = 'hour' and start = any($5::timestamptz[]))`;
  return {
    source,
    parameters: [group.dimension, group.value, startsBetween(firstDay, endOfDays, DAY_MS), hours],
  };
}

function startsBetween(from: Date, to: Date, stepMs: number): Date[] {
  const count = Math.max(0, (to.getTime() - from.getTime()) / stepMs);
  return Array.from({ length: count }, (_, n) => new Date(from.getTime() + n * stepMs));
}

type Bounds = [from: Date, to: Date, firstDay: Date, endOfDays: Date];

/** Parameters $2 to $5: the period, and the whole days in it. */
function inPeriod({ from, to }: Period): Bounds {
  const [firstDay, endOfDays] = [Math.ceil(from.getTime() / DAY_MS), Math.floor(to.getTime() / DAY_MS)];
  if (firstDay >= endOfDays) return byHours({ from, to });
  return [from, to, new Date(firstDay * DAY_MS), new Date(endOfDays * DAY_MS)];
}

/** Parameters $2 to $5 without whole days, for a series by the hour. */
function byHours({ from, to }: Period): Bounds {
  return [from, to, to, to];
}
