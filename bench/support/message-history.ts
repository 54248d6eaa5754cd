import type pg from 'pg';
import { firstIdAt, positionOf, type TenantId } from '#libs/core/persistence';

/** Messages of a tenant with their events, spread evenly over a past period. */
export interface MessageHistory {
  tenantId: TenantId;
  messages: number;
  from: Date;
  /** After the last event of the last message. */
  to: Date;
}

/** A number of events, by the dimensions of reports. */
export interface EventCount {
  start: Date;
  channel: 'email' | 'sms' | 'push';
  templateId: string | null;
  event: string;
  count: number;
}

const CONNECTIONS = 4;
/** Opens and clicks happen up to two hours after their message. */
const LAST_EVENT_MS = 2.5 * 3_600_000;
/** From the position in an id to its milliseconds since 2020; see libs/core/persistence. */
const POSITIONS_A_MS = 4_096;
const EPOCH = `timestamptz '2020-01-01Z'`;

/** Keys are created again after all rows are inserted. */
const BEFORE = [
  `alter system set maintenance_work_mem = '1GB'`,
  `select pg_reload_conf()`,
  'alter table message drop constraint message__pk',
  'alter table message_event drop constraint message_event__pk',
  `do $$
   declare part regclass;
   begin
     for part in select relid from unnest(array['message', 'message_event']) as name, pg_partition_tree(name::regclass) where isleaf
     loop execute format('alter table %s set unlogged', part); end loop;
   end $$`,
];
const AFTER = [
  'alter table message add constraint message__pk primary key (tenant_id, id)',
  'alter table message_event add constraint message_event__pk primary key (tenant_id, message_id, id)',
  'analyze message, message_event',
];

/*
 * Seven in ten are e-mails, two are SMS, one is a push message. All but one in 21 have one of twenty templates of their
 * channel. The last digits of an id, which have no meaning for the platform, are the number of the template, so that an
 * event can be counted by template without reading its message.
 */
const NUMBERED = `
  select n, $2::bigint + (n * $3::float8)::bigint as ms, kind.*,
         case when n % 21 = 0 then 0 else 21 * offset_of_templates + n % 21 end as template
  from generate_series($4::bigint, $5::bigint) as n cross join lateral (
    select case when n % 10 < 7 then 'email' when n % 10 < 9 then 'sms' else 'push' end as channel,
           case when n % 10 < 7 then 'msg_' when n % 10 < 9 then 'sms_' else 'psh_' end as prefix,
           case when n % 10 < 7 then 0 when n % 10 < 9 then 1 else 2 end as offset_of_templates) as kind`;

const idSql = (ms: string, digits: string) => `lpad(to_hex(((${ms}) * ${POSITIONS_A_MS} << 11) | ${digits}), 16, '0')`;
const timeSql = (ms: string) => `${EPOCH} + (${ms}) * interval '1 millisecond'`;

const MESSAGES = `
  insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id,
                               template_id, created_at, updated_at)
  select $1, prefix || ${idSql('ms', 'template')}, channel, 'sent', 'live', 'orders@example.test',
         'customer@example.test', 'Your order', '',
         case when template > 0 then 'tpl_' || lpad(to_hex(template), 16, '0') end, ${timeSql('ms')}, ${timeSql('ms')}
  from (${NUMBERED}) as numbered`;

const EVENTS = `
  insert into message_event (tenant_id, message_id, id, type, occurred_at)
  select $1, prefix || ${idSql('ms', 'template')}, 'evt_' || ${idSql('ms + later', '0')}, type, ${timeSql('ms + later')}
  from (${NUMBERED}) as numbered cross join lateral (values
    ('sent', 900, n % 40 <> 5), ('failed', 900, n % 40 = 5), ('delivered', 2000, n % 40 <> 5 and n % 50 <> 6),
    ('bounced', 2500, n % 50 = 6), ('opened', 60000 + n % 7200000, n % 30 = 3),
    ('clicked', 90000 + n % 7200000, n % 110 = 3), ('complained', 120000, n % 5000 = 4),
    ('unsubscribed', 180000, n % 2000 = 1)
  ) as happened (type, later, did) where did`;

/** Writes the rows of messages and events, and the totals, as the platform would. */
export async function writeHistory(admin: pg.Pool, history: MessageHistory): Promise<void> {
  for (const statement of BEFORE) await admin.query(statement);
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => writeShare(admin, history, index)));
  for (const statement of AFTER) await admin.query(statement);
  await writeTotals(admin, history);
}

async function writeShare(admin: pg.Pool, { tenantId, messages, from, to }: MessageHistory, index: number) {
  const firstMs = Math.floor(positionOf(firstIdAt('msg', from)) / POSITIONS_A_MS);
  const step = (to.getTime() - LAST_EVENT_MS - from.getTime()) / messages;
  if (step < 1) throw new Error('More messages than milliseconds');
  const share = Math.ceil(messages / CONNECTIONS);
  const values = [tenantId, firstMs, step, index * share, Math.min(messages, (index + 1) * share) - 1];
  await admin.query(MESSAGES, values);
  await admin.query(EVENTS, values);
}

const startSql = (span: 'hour' | 'day', column: string) => `date_bin('1 ${span}', ${column}, ${EPOCH})`;

/** Counts the rows one by one. The few messages after the history have ids without a template number. */
const countSql = (span: 'hour' | 'day') => `
  select ${startSql(span, 'created_at')} as start, channel, template_id as "templateId", 'accepted' as event,
         count(*)::int as count
  from message where tenant_id = $1 group by 1, 2, 3
  union all
  select start, case prefix when 'msg_' then 'email' when 'sms_' then 'sms' else 'push' end,
         case when digits <> '000' then 'tpl_' || lpad(digits, 16, '0') end, type, count
  from (
    select ${startSql(span, 'occurred_at')} as start, left(message_id, 4) as prefix, right(message_id, 3) as digits, type,
           count(*)::int as count
    from message_event where tenant_id = $1 and id < $2 group by 1, 2, 3, 4) as counted
  union all
  select ${startSql(span, 'e.occurred_at')}, m.channel, m.template_id, e.type, count(*)::int
  from message_event e join message m on m.tenant_id = e.tenant_id and m.id = e.message_id
  where e.tenant_id = $1 and e.id >= $2 group by 1, 2, 3, 4`;

/** Every event of the tenant by its day, counted row by row, without the totals. */
export async function countRows(admin: pg.Pool, { tenantId, to }: MessageHistory): Promise<EventCount[]> {
  const { rows } = await admin.query<EventCount>(countSql('day'), [tenantId, firstIdAt('evt', to)]);
  return rows;
}

async function writeTotals(admin: pg.Pool, { tenantId, to }: MessageHistory): Promise<void> {
  await admin.query(`create unlogged table hourly as ${literal(countSql('hour'), tenantId, to)}`);
  await admin.query(
    `insert into event_total (tenant_id, span, start, channel, event, count)
     select $1, span, date_trunc(span, start, 'UTC'), channel, event, sum(count)
     from hourly cross join unnest(array['day', 'hour']) as span group by 2, 3, 4, 5 order by 2, 3, 4, 5`,
    [tenantId],
  );
  await admin.query(
    `insert into template_total (tenant_id, span, start, channel, template_id, event, count)
     select $1, span, date_trunc(span, start, 'UTC'), channel, "templateId", event, sum(count)
     from hourly cross join unnest(array['day', 'hour']) as span
     where "templateId" is not null group by 2, 3, 4, 5, 6 order by 2, 3, 4, 5, 6`,
    [tenantId],
  );
  await admin.query('drop table hourly');
  await admin.query('vacuum (analyze) event_total, template_total');
}

/** `create table as` takes no parameters. */
function literal(sql: string, tenantId: TenantId, to: Date): string {
  return sql.replaceAll('$1', `'${tenantId}'`).replaceAll('$2', `'${firstIdAt('evt', to)}'`);
}
