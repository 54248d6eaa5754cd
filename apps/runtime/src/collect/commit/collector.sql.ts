import {
  Collected,
  CubeDay,
  EventMonth,
  FormHour,
  HeatDay,
  ScrollDay,
  Session,
  TotalDay,
  TotalHour,
  VisitorLead,
  VisitorSketch,
} from '#libs/sites/traffic';
import { entityColumns, many, type ParameterColumns, RowParameters, type SqlExecutor } from '#libs/core/persistence';

/** Statement that inserts rows. */
class Insert<T> {
  private readonly rows: RowParameters<T>;
  private readonly text: string;

  /** @param rest what follows the rows, which have no name yet */
  constructor(table: string, columns: ParameterColumns<T>, rest: string) {
    this.rows = new RowParameters(columns);
    const names = this.rows.names.join(', ');
    this.text = `insert into ${table} (${names}) select ${names} from ${this.rows.sql(1)} ${rest}`;
  }

  /** The rows that the statement returns. */
  async run<R = unknown>(tx: SqlExecutor, rows: readonly T[]): Promise<R[]> {
    return rows.length === 0 ? [] : many<R>(tx, this.text, this.rows.values(rows));
  }
}

const adding = (table: string, key: string, columns: readonly string[]) =>
  `on conflict (${key}) do update set ${columns.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;

const MEASURES = ['views', 'sessions', 'visitors', 'conversions', 'bounces', 'seconds'];

/** Returns the ids of batches that were not counted before, also if one comes again after midnight. */
export const INSERT_COLLECTED = new Insert(
  'collected',
  entityColumns(Collected, { without: [] }),
  `as given where not exists (
     select from collected c where c.batch_id = given.batch_id and c.day between given.day - 1 and given.day + 1)
   on conflict do nothing returning batch_id as "batchId"`,
);

export const UPSERT_SESSIONS = new Insert(
  'session',
  entityColumns(Session, { without: [] }),
  `on conflict (tenant_id, id, started_at, kept_days) do update set
     last_at = excluded.last_at, entry = excluded.entry, exit = excluded.exit, views = excluded.views,
     conversions = excluded.conversions, events = excluded.events, pages = excluded.pages, variants = excluded.variants`,
);

export const ADD_HOURS = new Insert(
  'total_hour',
  entityColumns(TotalHour, { without: [] }),
  adding('total_hour', 'tenant_id, page_id, hour', [...MEASURES, 'consented']),
);

export const ADD_DAYS = new Insert(
  'total_day',
  entityColumns(TotalDay, { without: [] }),
  adding('total_day', 'tenant_id, dimension, page_id, day, value', MEASURES),
);

export const ADD_CUBE = new Insert(
  'cube_day',
  entityColumns(CubeDay, { without: [] }),
  adding('cube_day', 'tenant_id, page_id, day, utm_source, utm_medium, utm_campaign, country, device', MEASURES),
);

export const ADD_HEAT = new Insert(
  'heat_day',
  entityColumns(HeatDay, { without: [] }),
  adding('heat_day', 'tenant_id, page_id, day, variant, side, x, y', ['clicks']),
);

export const ADD_SCROLLS = new Insert(
  'scroll_day',
  entityColumns(ScrollDay, { without: [] }),
  adding('scroll_day', 'tenant_id, page_id, day, variant, side, depth', ['views']),
);

export const ADD_FORMS = new Insert(
  'form_hour',
  entityColumns(FormHour, { without: [] }),
  adding('form_hour', 'tenant_id, form_id, hour, field', ['views', 'starts', 'lasts', 'sends', 'spam']),
);

export const ADD_MONTHS = new Insert(
  'event_month',
  entityColumns(EventMonth, { without: [] }),
  adding('event_month', 'tenant_id, month', ['kept', 'counted']),
);

export const INSERT_VISITOR_LEADS = new Insert(
  'visitor_lead',
  entityColumns(VisitorLead, { without: [] }),
  'on conflict do nothing',
);

/** The newest lead of each visitor who has sent one. Parameters, one array each: tenants, visitors. */
export const FIND_LEADS_OF_VISITORS = `
  select wanted.tenant_id as "tenantId", wanted.visitor_id as "visitorId", newest.lead_id as "leadId"
    from unnest($1::text[], $2::text[]) wanted (tenant_id, visitor_id) cross join lateral (
      select lead_id from visitor_lead l where l.tenant_id = wanted.tenant_id and l.visitor_id = wanted.visitor_id
       order by at desc limit 1) newest`;

export const STORE_SKETCHES = new Insert(
  'visitor_sketch',
  entityColumns(VisitorSketch, { without: [] }),
  'on conflict (tenant_id, page_id, span, starts) do update set sketch = excluded.sketch',
);

// In what follows each row is looked up by itself: a join may read all that the tenants have.

/** Parameters, one array each: tenants, pages, spans, first days. */
export const FIND_SKETCHES = `
  select wanted.tenant_id as "tenantId", wanted.page_id as "pageId", wanted.span, wanted.starts::text as starts, found.sketch
  from unnest($1::text[], $2::text[], $3::int[], $4::date[]) wanted (tenant_id, page_id, span, starts) cross join lateral (
    select sketch from visitor_sketch known
    where known.tenant_id = wanted.tenant_id and known.page_id = wanted.page_id and known.span = wanted.span
      and known.starts = wanted.starts
    offset 0) as found`;

/** Names of the fields of forms. Parameters, one array each: tenants, forms. */
export const LIST_FORM_FIELDS = `
  select form.tenant_id as "tenantId", form.id, array(select field ->> 'name' from jsonb_array_elements(fields) field) as fields
  from unnest($1::text[], $2::text[]) wanted (tenant_id, id) cross join lateral (
    select tenant_id, id, fields from form where tenant_id = wanted.tenant_id and id = wanted.id offset 0) as form`;

/** Tenants that are removed. Parameter: tenants. */
export const LIST_REMOVED = `select tenant_id as "tenantId" from tenant_removal where tenant_id = any ($1)`;

/** Kept events of the month. Parameters: tenants, first day of the month. */
export const LIST_KEPT = `
  select tenant_id as "tenantId", kept::float8 as kept from event_month where tenant_id = any ($1) and month = $2`;

const SESSION_COLUMNS = `
  s.tenant_id as "tenantId", s.id, s.started_at as "startedAt", s.kept_days as "keptDays", s.last_at as "lastAt",
  s.visitor_id as "visitorId", s.consented, s.entry, s.exit, s.utm_source as "utmSource", s.utm_medium as "utmMedium",
  s.utm_campaign as "utmCampaign", s.utm_term as "utmTerm", s.utm_content as "utmContent", s.referrer, s.country, s.device,
  s.os, s.browser, s.language, s.bot, s.views, s.conversions, s.events, s.pages, s.variants`;

/**
 * Sessions of visitors, and those with these ids, that began after a time, oldest first. Parameters: tenants and visitors, tenants and
 * ids, time.
 */
export const FIND_SESSIONS = `
  select ${SESSION_COLUMNS}
  from unnest($1::text[], $2::text[]) wanted (tenant_id, visitor_id) cross join lateral (
    select * from session where tenant_id collate "C" = wanted.tenant_id and visitor_id = wanted.visitor_id and started_at >= $5
    offset 0) as s
  union all
  select ${SESSION_COLUMNS}
  from unnest($3::text[], $4::uuid[]) wanted (tenant_id, id) cross join lateral (
    select * from session where tenant_id collate "C" = wanted.tenant_id and id = wanted.id and started_at >= $5
    offset 0) as s
  order by "startedAt"`;

/** Rows of `total_day` that there are. Parameters, one array each: tenants, dimensions, pages, days, values. */
export const FIND_DAYS = `
  select wanted.tenant_id as "tenantId", wanted.dimension, wanted.page_id as "pageId", wanted.day::text as day, wanted.value
  from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::text[])
    wanted (tenant_id, dimension, page_id, day, value) cross join lateral (
    select from total_day known
    where known.tenant_id = wanted.tenant_id and known.dimension = wanted.dimension and known.page_id = wanted.page_id
      and known.day = wanted.day and known.value = wanted.value
    offset 0) as found`;

/** How many values a dimension has in a day. Parameters, one array each: tenants, dimensions, days. */
export const COUNT_DAYS = `
  select wanted.tenant_id as "tenantId", wanted.dimension, wanted.day::text as day, (
    select count(*)::int from total_day t
    where t.tenant_id = wanted.tenant_id and t.dimension = wanted.dimension and t.day = wanted.day) as count
  from unnest($1::text[], $2::text[], $3::date[]) wanted (tenant_id, dimension, day)`;

/** Tuples of `cube_day` that there are. Parameters, one array each: tenants, days, pages, sources, media, campaigns, countries, devices. */
export const FIND_CUBE = `
  select wanted.tenant_id as "tenantId", wanted.day::text as day, wanted.page_id as "pageId", wanted.utm_source as "utmSource",
         wanted.utm_medium as "utmMedium", wanted.utm_campaign as "utmCampaign", wanted.country, wanted.device
  from unnest($1::text[], $2::date[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    wanted (tenant_id, day, page_id, utm_source, utm_medium, utm_campaign, country, device) cross join lateral (
    select from cube_day known
    where known.tenant_id = wanted.tenant_id and known.day = wanted.day and known.page_id = wanted.page_id
      and known.utm_source = wanted.utm_source and known.utm_medium = wanted.utm_medium
      and known.utm_campaign = wanted.utm_campaign and known.country = wanted.country and known.device = wanted.device
    offset 0) as found`;

/** How many tuples a day has. Parameters, one array each: tenants, days. */
export const COUNT_CUBE = `
  select wanted.tenant_id as "tenantId", wanted.day::text as day, (
    select count(*)::int from cube_day t where t.tenant_id = wanted.tenant_id and t.day = wanted.day) as count
  from unnest($1::text[], $2::date[]) wanted (tenant_id, day)`;
