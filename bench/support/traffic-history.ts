import type pg from 'pg';
import type { TenantId } from '#libs/core/persistence';

/** Traffic of tenants, spread evenly over past days. */
export interface TrafficHistory {
  tenantIds: readonly TenantId[];
  /** Number for all tenants together. */
  events: number;
  days: number;
}

/** Without a row of zeros, where a load puts numbers of its own. */
export const PAGE = 'pag_00a100b200c300d4';

/** Pages of a tenant; its totals have all of them together, too. */
const PAGES = `(select '' as page_id union all select 'pag_' || lpad(n::text, 16, '0') from generate_series(1, 5) n) page`;
/** Views of a total whose tenant has $2 events a day, at least one. */
const share = (parts: number): string => `greatest(1, ($2::float8 / ${parts})::bigint)`;
const measures = (parts: number): string =>
  ['views', 'sessions', 'visitors', 'conversions', 'bounces', 'seconds'].map(() => share(parts)).join(', ');
const MEASURES = 'views, sessions, visitors, conversions, bounces, seconds';

/** Each takes a tenant, its events a day, and the days. */
const TOTALS = [
  `insert into total_hour (tenant_id, page_id, hour, ${MEASURES})
   select $1, page_id, at, ${measures(96)}
   from ${PAGES}, generate_series(current_date - $3::int, current_date + interval '23:45', interval '15 minutes') at`,
  `insert into total_day (tenant_id, dimension, page_id, day, value, ${MEASURES})
   select $1, dimension, page_id, current_date - d, case when dimension = 'page' then 'pag_' || lpad(v::text, 16, '0') else 'v' || v end,
          ${measures(20)}
   from unnest(array['page', 'utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'referrer', 'country', 'device',
                     'os', 'browser', 'language', 'variant', 'entry', 'exit', 'quality']) dimension,
        ${PAGES}, generate_series(0, $3::int) d, generate_series(1, 20) v`,
  `insert into cube_day (tenant_id, page_id, day, utm_source, utm_medium, utm_campaign, country, device, ${MEASURES})
   select $1, page_id, current_date - d, 's' || s, 'm' || s % 3, 'c' || c, (array['BR', 'PT', 'AR', 'US', 'MX'])[k],
          (array['mobile', 'desktop'])[v], ${measures(200)}
   from ${PAGES}, generate_series(0, $3::int) d, generate_series(1, 5) s, generate_series(1, 4) c, generate_series(1, 5) k,
        generate_series(1, 2) v`,
  `insert into heat_day (tenant_id, page_id, day, variant, side, x, y, clicks)
   select $1, '${PAGE}', current_date - d, '1', 'mobile', x, y, 1
   from generate_series(0, $3::int) d, generate_series(0, 95, 5) x, generate_series(0, 95, 5) y, (select $2::float8) rate`,
  `insert into scroll_day (tenant_id, page_id, day, variant, side, depth, views)
   select $1, '${PAGE}', current_date - d, '1', 'mobile', depth, ${share(10)}
   from generate_series(0, $3::int) d, generate_series(10, 100, 10) depth`,
];

/** Events of the last day, which lists and sessions read; earlier ones are in totals alone. */
const EVENTS = `
  insert into event (tenant_id, session_id, at, id, kept_days, kind, page_id, path, is_bot, received_at)
  select $1, ('00000000-0000-7000-8000-' || lpad((n / 5)::text, 12, '0'))::uuid, now() - n * (interval '1 day' / $2::float8),
         gen_random_uuid(), 90, 'view', 'pag_' || lpad((1 + n % 5)::text, 16, '0'), '/', false, now()
  from generate_series(1, $2::bigint) n`;

/** Writes the totals of the history, and the events of its last day. */
export async function writeTraffic(pool: pg.Pool, { tenantIds, events, days }: TrafficHistory): Promise<void> {
  const aDay = events / tenantIds.length / days;
  for (const tenantId of tenantIds) {
    for (const statement of TOTALS) await pool.query(statement, [tenantId, aDay, days]);
    await pool.query(EVENTS, [tenantId, Math.ceil(aDay)]);
  }
  await pool.query('analyze');
}
