import type { PagesStack } from '../../../../test/support/pages-stack.js';
import { type Dimension, SESSION_DIMENSIONS } from '#libs/sites/traffic';

/** Counts as answers have them. */
export interface RawCounts {
  visualizacoes: number;
  visitas: number;
  visitantes: number;
  conversoes: number;
}

export type RawRow = RawCounts & { valor: string };

/** Parameters: tenant, page or empty, first day, day after the last. */
type Place = readonly [page: string, firstDay: string, endDay: string];

/** Copies of a tenant's events with the attributes of their sessions, and of its visits as the events say they were. */
const MAKE_RAW = [
  `create table raw_event as
   select e.tenant_id, e.session_id, e.at, e.kind, e.page_id, e.variant, e.visitor_id, e.name, e.x, e.y, e.depth, e.extra,
          (e.at at time zone 'utc')::date as day,
          case when e.page_id like 'pxl%' then e.page_id || ' ' || e.path else e.page_id end as page_key,
          s.bot, s.consented, ${Object.keys(SESSION_DIMENSIONS)
            .map((name) => `s.${name}`)
            .join(', ')}
   from event e join session s on s.tenant_id = e.tenant_id and s.id = e.session_id`,
  `create table raw_visit as
   select tenant_id, session_id, min(visitor_id) as visitor, bool_or(consented) as consented, min(bot) as bot,
          min(at) as started, (min(at) at time zone 'utc')::date as day,
          round(extract(epoch from max(at) - min(at))) as seconds,
          count(*) filter (where kind = 'view') as views, count(*) filter (where kind = 'conversion') as conversions,
          count(*) = 1 and min(kind) = 'view' as bounced,
          (array_agg(page_key order by at) filter (where kind = 'view'))[1] as entry,
          (array_agg(page_key order by at desc) filter (where kind = 'view'))[1] as exit,
          array_agg(distinct page_key) filter (where kind = 'view') as pages,
          array_agg(distinct page_id) filter (where kind = 'view') as page_ids,
          array_agg(distinct page_id || ' ' || variant) filter (where kind = 'view' and variant is not null) as variants,
          ${Object.keys(SESSION_DIMENSIONS)
            .map((name) => `min(${name}) as ${name}`)
            .join(', ')}
   from raw_event group by tenant_id, session_id`,
];

const COUNTS = `sum(views)::int as visualizacoes, sum(sessions)::int as visitas,
                count(distinct visitor)::int as visitantes, sum(conversions)::int as conversoes`;

const SESSIONS_OF_DAYS = `bot is null and tenant_id = $1 and day >= $3 and day < $4 and ($2 = '' or $2 = any (page_ids))`;
const EVENTS_OF_DAYS = `bot is null and tenant_id = $1 and day >= $3 and day < $4 and ($2 = '' or $2 = page_id)`;
const ONE = { views: `(kind = 'view')::int`, conversions: `(kind = 'conversion')::int` };

/** Values of a visit, by dimension. */
function valuesOfVisit(dimension: Dimension): string {
  if (dimension === 'page') return `select key from unnest(pages) key where $2 = '' or $2 = split_part(key, ' ', 1)`;
  if (dimension !== 'variant') return `select ${dimension}`;
  return `select distinct split_part(key, ' ', 2) from unnest(variants) key where $2 = '' or $2 = split_part(key, ' ', 1)`;
}

/** Values of a dimension, of days, from the events themselves. */
function breakdownSql(dimension: Dimension): string {
  const isEnd = dimension === 'entry' || dimension === 'exit';
  const value = dimension === 'page' ? 'page_key' : dimension;
  const ofEvents = `
    select ${value} as value, ${ONE.views} as views, ${ONE.conversions} as conversions, 0 as sessions, null as visitor
    from raw_event where ${EVENTS_OF_DAYS} and ${value} is not null and kind in ('view', 'conversion')
    union all`;
  const whole = (name: string) => (isEnd ? `case when $2 = '' then ${name} else 0 end` : '0');
  return `
    select value as valor, ${COUNTS} from (
      ${isEnd ? '' : ofEvents}
      select value, ${whole('views')}, ${whole('conversions')}, 1, visitor || day
      from raw_visit cross join lateral (${valuesOfVisit(dimension)}) given (value)
      where ${SESSIONS_OF_DAYS} and value is not null
    ) counted (value, views, conversions, sessions, visitor)
    group by value`;
}

const TUPLE = `concat_ws('|', utm_source, utm_medium, utm_campaign, country, device)`;

/** Values of a dimension among the visits of filters; null as the dimension for all together. A visitor counts once in a tuple. */
function segmentSql(dimension: Dimension | null, filters: readonly string[]): string {
  const where = filters.map((name, index) => `and ${name} = $${index + 5}`).join(' ');
  const value = dimension === null ? `''` : dimension;
  const [ofEvent, ofVisit] = dimension === 'page' ? ['page_id', 'key'] : [value, value];
  const keys = dimension === 'page' ? `cross join lateral unnest(page_ids) key` : '';
  const ofKey = dimension === 'page' ? `and ($2 = '' or key = $2)` : '';
  return `
    select value as valor, ${COUNTS} from (
      select ${ofEvent}, ${ONE.views}, ${ONE.conversions}, 0, null
      from raw_event where ${EVENTS_OF_DAYS} and kind in ('view', 'conversion') ${where}
      union all
      select ${ofVisit}, 0, 0, 1, visitor || day || ${TUPLE} from raw_visit ${keys} where ${SESSIONS_OF_DAYS} ${ofKey} ${where}
    ) counted (value, views, conversions, sessions, visitor)
    group by value`;
}

const TOTALS = `
  select ${COUNTS} from (
    select ${ONE.views}, ${ONE.conversions}, 0, null
    from raw_event where ${EVENTS_OF_DAYS} and kind in ('view', 'conversion')
    union all
    select 0, 0, 1, visitor || day from raw_visit where ${SESSIONS_OF_DAYS}
  ) counted (views, conversions, sessions, visitor)`;

const QUALITY = `
  select value as valor, ${COUNTS} from (
    select coalesce(bot, 'human'), ${ONE.views}, ${ONE.conversions}, 0, null
    from raw_event where tenant_id = $1 and day >= $2 and day < $3 and kind in ('view', 'conversion')
    union all
    select coalesce(bot, 'human'), 0, 0, 1, visitor || day from raw_visit where tenant_id = $1 and day >= $2 and day < $3
  ) counted (value, views, conversions, sessions, visitor)
  group by value`;

/** Buckets by the clocks of zone $3: $4 is day or hour. A visitor counts with the first visit of a day (UTC). */
const SERIES = `
  with counted (at, views, conversions, sessions, visitors, bounces, seconds) as (
    select at, ${ONE.views}, ${ONE.conversions}, 0, 0, 0, 0
    from raw_event where tenant_id = $1 and bot is null and kind in ('view', 'conversion') and ($2 = '' or $2 = page_id)
    union all
    select started, 0, 0, 1,
           (visitor is not null and row_number() over (partition by visitor, day order by started) = 1)::int,
           bounced::int, seconds
    from raw_visit where tenant_id = $1 and bot is null and ($2 = '' or $2 = any (page_ids))
  )
  select to_char(date_trunc($4, at at time zone $3), 'YYYY-MM-DD HH24')
           || case $4 when 'day' then '' else (extract(epoch from (at at time zone $3) - (at at time zone 'utc')) / 60)::int || '' end as em,
         sum(views)::int as visualizacoes, sum(sessions)::int as visitas, sum(visitors)::int as visitantes,
         sum(conversions)::int as conversoes, sum(bounces)::int as bounces, sum(seconds)::int as seconds
  from counted
  where case when $5::date is null
             then at >= date_bin('15 minutes', $7::timestamptz, 'epoch')
                  and at < date_bin('15 minutes', $8::timestamptz + interval '15 minutes' - interval '1 microsecond', 'epoch')
             else (at at time zone $3)::date between $5 and $6 end
  group by em order by em`;

export type RawPoint = RawCounts & { em: string; bounces: number; seconds: number };

/** Visitors by day and, with consent, over the days (UTC) of a window. */
const VISITORS = `
  select count(distinct visitor || day) filter (where not consented)::int as daily,
         count(distinct visitor || day) filter (where consented)::int as "consentedDaily",
         count(distinct visitor) filter (where consented)::int as consented
  from raw_visit where ${SESSIONS_OF_DAYS}`;

const CLICKS = `
  select x, y, count(*)::int as cliques from raw_event
  where ${EVENTS_OF_DAYS} and kind = 'click' and ($5::text is null or device = $5)
  group by x, y order by cliques desc, y, x`;
const DEPTHS = `
  select profundidade, count(depth)::int as visitantes
  from generate_series(0, 100, 10) profundidade
  left join raw_event on depth >= profundidade and ${EVENTS_OF_DAYS} and kind = 'scroll' and ($5::text is null or device = $5)
  group by 1 order by 1`;

const FORM = `
  select coalesce(case kind when 'form_field' then extra->>'field' end, '') as field,
         count(*) filter (where kind = 'form_view')::int as views, count(*) filter (where kind = 'form_start')::int as starts,
         count(*) filter (where kind = 'conversion')::int as sends,
         count(*) filter (where kind = 'form_submit' and (extra->>'spam')::bool)::int as spam,
         count(*) filter (where kind = 'form_field' and extra->>'last' is null)::int as seen,
         greatest(0, sum(case extra->>'last' when 'true' then 1 when 'false' then -1 else 0 end))::int as lasts
  from raw_event
  where tenant_id = $1 and bot is null and name = $2 and (at at time zone $3)::date between $4::date and $5::date
    and (kind <> 'form_field' or extra->>'field' in (
      select field->>'name' from form cross join jsonb_array_elements(fields) field where tenant_id = $1 and id = $2))
  group by 1`;

/** Ids of events, newest first. */
const EVENTS = `
  select id from event
  where tenant_id = $1 and not is_bot and ($2 = '' or page_id = $2) and (at at time zone $3)::date between $4::date and $5::date
  order by at desc, id desc limit $6`;

/** Answers of questions by a tenant's events alone. */
export class RawTraffic {
  constructor(
    private readonly stack: PagesStack,
    private readonly tenantId: string,
  ) {}

  async prepare(): Promise<void> {
    for (const statement of MAKE_RAW) await this.stack.sql(statement);
  }

  breakdown(dimension: Dimension, place: Place): Promise<RawRow[]> {
    return this.stack.sql(breakdownSql(dimension), [this.tenantId, ...place]);
  }

  segment(dimension: Dimension | null, place: Place, filters: Readonly<Record<string, string>>): Promise<RawRow[]> {
    const values = Object.values(filters);
    return this.stack.sql(segmentSql(dimension, Object.keys(filters)), [this.tenantId, ...place, ...values]);
  }

  /** All together, without filters. A sum of nothing is null. */
  async totals(place: Place): Promise<RawCounts> {
    const [row] = await this.stack.sql<RawCounts>(TOTALS, [this.tenantId, ...place]);
    return Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, value ?? 0])) as unknown as RawCounts;
  }

  quality(firstDay: string, endDay: string): Promise<RawRow[]> {
    return this.stack.sql(QUALITY, [this.tenantId, firstDay, endDay]);
  }

  /** Series of whole days of a zone, or between two moments. */
  series(page: string, zone: string, unit: 'day' | 'hour', { from, until }: Ends): Promise<RawPoint[]> {
    const isDays = from.length === 10;
    const ends = isDays ? [from, until, null, null] : [null, null, from, until];
    return this.stack.sql(SERIES, [this.tenantId, page, zone, unit, ...ends]);
  }

  async visitors(place: Place) {
    type Row = { daily: number; consentedDaily: number; consented: number };
    const [row] = await this.stack.sql<Row>(VISITORS, [this.tenantId, ...place]);
    return row!;
  }

  async heatMap(place: Place, side: string | null) {
    const parameters = [this.tenantId, ...place, side];
    return {
      pontos: await this.stack.sql<{ x: number; y: number; cliques: number }>(CLICKS, parameters),
      rolagem: await this.stack.sql<{ profundidade: number; visitantes: number }>(DEPTHS, parameters),
    };
  }

  form(form: string, zone: string, { from, until }: Ends) {
    type Row = Record<'views' | 'starts' | 'sends' | 'spam' | 'seen' | 'lasts', number> & { field: string };
    return this.stack.sql<Row>(FORM, [this.tenantId, form, zone, from, until]);
  }

  async events(page: string, zone: string, { from, until }: Ends, limit: number): Promise<string[]> {
    const rows = await this.stack.sql<{ id: string }>(EVENTS, [this.tenantId, page, zone, from, until, limit]);
    return rows.map(({ id }) => id);
  }
}

/** Ends of a window: two dates, or two moments. */
export interface Ends {
  from: string;
  until: string;
}
