import { exec, many, type SqlExecutor } from '#libs/core/persistence';

/** The month that counts now, in UTC. */
export const USAGE_PERIOD = `to_char(now() at time zone 'UTC', 'YYYY-MM')`;

/**
 * SQL that adds to counters.
 * @param rows a query of `tenant_id, period, emails_sent, sms_sent, sms_segments, push_sent, api_calls`
 */
export const addUsageSql = (rows: string): string => `
  insert into usage_counter as total (tenant_id, period, emails_sent, sms_sent, sms_segments, push_sent, api_calls)
  ${rows}
  on conflict (tenant_id, period) do update
    set emails_sent = total.emails_sent + excluded.emails_sent, sms_sent = total.sms_sent + excluded.sms_sent,
        sms_segments = total.sms_segments + excluded.sms_segments, push_sent = total.push_sent + excluded.push_sent,
        api_calls = total.api_calls + excluded.api_calls,
        updated_at = now()`;

/**
 * SQL that counts accepted calls, in the order of their tenants.
 * @param calls a relation of `tenant_id, channel, message_count, segments, api_calls, counted`
 */
export const countUsageSql = (calls: string): string =>
  addUsageSql(`
  select tenant_id, ${USAGE_PERIOD},
         coalesce(sum(message_count) filter (where channel = 'email'), 0),
         coalesce(sum(message_count) filter (where channel = 'sms'), 0),
         coalesce(sum(message_count * segments) filter (where channel = 'sms'), 0),
         coalesce(sum(message_count) filter (where channel = 'push'), 0), sum(api_calls)
  from ${calls} where counted group by tenant_id order by tenant_id`);

/** Messages of this month by tenant and channel; of texts, their segments. */
export type Used = Map<string, number>;

interface UsedRow {
  tenant_id: string;
  emails_sent: string;
  sms_segments: string;
  push_sent: string;
}

/** Locks this month's counters of tenants, which come sorted; inserts those that are missing. */
export async function lockUsage(tx: SqlExecutor, tenantIds: readonly string[]): Promise<Used> {
  await exec(
    tx,
    `insert into usage_counter (tenant_id, period)
     select unnest($1::text[]), ${USAGE_PERIOD} order by 1 on conflict do nothing`,
    [tenantIds],
  );
  const rows = await many<UsedRow>(
    tx,
    `select tenant_id, emails_sent, sms_segments, push_sent from usage_counter
     where tenant_id = any($1::text[]) and period = ${USAGE_PERIOD} order by tenant_id for update`,
    [tenantIds],
  );
  return new Map(
    rows.flatMap((row): [string, number][] => [
      [`${row.tenant_id} email`, Number(row.emails_sent)],
      [`${row.tenant_id} sms`, Number(row.sms_segments)],
      [`${row.tenant_id} push`, Number(row.push_sent)],
    ]),
  );
}
