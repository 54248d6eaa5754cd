import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';
import { partitionFunctionsSql } from './partition-tables.js';
import { KEPT_DAYS } from './traffic-series.js';

/** The tables of this lib with rows of tenants, in the order in which they are made. */
export const TRAFFIC_TABLES = [
  'event',
  'session',
  'total_hour',
  'total_day',
  'cube_day',
  'heat_day',
  'scroll_day',
  'form_hour',
  'visitor_sketch',
  'visitor_lead',
  'event_month',
  'pixel',
  'pixel_domain',
  'pixel_conversion',
] as const;

const MEASURES = ['views', 'sessions', 'visitors', 'conversions', 'bounces', 'seconds']
  .map((name) => `${name} bigint not null default 0`)
  .join(', ');

/** SQL for the traffic of published pages and of pixels: the runtime writes it, Pages reads it. */
export function trafficTablesSql(app: string): string[] {
  return [
    ...rowsSql(),
    ...totalsSql(),
    ...visitorsSql(),
    ...pixelsSql(),
    ...TRAFFIC_TABLES.flatMap((table) => tenantPolicySql(table, app)),
    `grant select, insert on collected to ${app}_app`,
    `grant select, insert, delete on visitor_salt to ${app}_system`,
    ...['pixel', 'pixel_domain', 'pixel_conversion'].flatMap((table) => systemAccessSql(table, app, ['select'])),
    ...systemAccessSql('visitor_lead', app, ['select', 'delete']),
    ...partitionFunctionsSql(app),
  ];
}

function rowsSql(): string[] {
  return [
    `create table event (
       tenant_id text not null,
       session_id uuid not null,
       at timestamptz(3) not null,
       id uuid not null,
       kept_days smallint not null,
       visitor_id text collate "C",
       kind text not null,
       page_id text collate "C" not null,
       variant text,
       path text not null,
       x smallint,
       y smallint,
       depth smallint,
       name text,
       value double precision,
       extra jsonb,
       is_bot boolean not null,
       received_at timestamptz(3) not null,
       constraint event__pk primary key (tenant_id, session_id, at, id, kept_days)
     ) partition by list (kept_days)`,
    `create index event__at__ix on event (tenant_id, at)`,
    `create table session (
       tenant_id text not null,
       id uuid not null,
       started_at timestamptz(3) not null,
       kept_days smallint not null,
       last_at timestamptz(3) not null,
       visitor_id text collate "C",
       consented boolean not null,
       entry text not null,
       exit text not null,
       utm_source text not null,
       utm_medium text not null,
       utm_campaign text not null,
       utm_term text not null,
       utm_content text not null,
       referrer text not null,
       country text not null,
       device text not null,
       os text not null,
       browser text not null,
       language text not null,
       bot text,
       views integer not null,
       conversions integer not null,
       events integer not null,
       pages text[] not null,
       variants text[] not null,
       constraint session__pk primary key (tenant_id, id, started_at, kept_days)
     ) partition by list (kept_days)`,
    `create index session__visitor__ix on session (tenant_id, visitor_id, started_at) where visitor_id is not null`,
    `create index session__started_at__ix on session (tenant_id, started_at)`,
    ...['event', 'session'].flatMap((table) => [
      ...KEPT_DAYS.map(
        (days) =>
          `create table ${table}_${days} partition of ${table} for values in (${days})
           partition by range (${table === 'event' ? 'at' : 'started_at'})`,
      ),
      ...KEPT_DAYS.map((days) => `create table ${table}_${days}_default partition of ${table}_${days} default`),
      `create table ${table}_default partition of ${table} default`,
    ]),
  ];
}

function totalsSql(): string[] {
  return [
    `create table total_hour (
       tenant_id text not null,
       hour timestamptz(3) not null,
       page_id text collate "C" not null,
       ${MEASURES},
       constraint total_hour__pk primary key (tenant_id, page_id, hour)
     ) partition by range (hour)`,
    `create table total_day (
       tenant_id text not null,
       dimension text collate "C" not null,
       page_id text collate "C" not null,
       day date not null,
       value text collate "C" not null,
       ${MEASURES},
       constraint total_day__pk primary key (tenant_id, dimension, page_id, day, value)
     ) partition by range (day)`,
    `create table cube_day (
       tenant_id text not null,
       day date not null,
       page_id text collate "C" not null,
       utm_source text collate "C" not null,
       utm_medium text collate "C" not null,
       utm_campaign text collate "C" not null,
       country text collate "C" not null,
       device text collate "C" not null,
       ${MEASURES},
       constraint cube_day__pk
         primary key (tenant_id, page_id, day, utm_source, utm_medium, utm_campaign, country, device)
     ) partition by range (day)`,
    `create table heat_day (
       tenant_id text not null,
       page_id text collate "C" not null,
       day date not null,
       variant text collate "C" not null,
       side text collate "C" not null,
       x smallint not null,
       y smallint not null,
       clicks bigint not null default 0,
       constraint heat_day__pk primary key (tenant_id, page_id, day, variant, side, x, y)
     ) partition by range (day)`,
    `create table scroll_day (
       tenant_id text not null,
       page_id text collate "C" not null,
       day date not null,
       variant text collate "C" not null,
       side text collate "C" not null,
       depth smallint not null,
       views bigint not null default 0,
       constraint scroll_day__pk primary key (tenant_id, page_id, day, variant, side, depth)
     ) partition by range (day)`,
    `create table form_hour (
       tenant_id text not null,
       form_id text collate "C" not null,
       hour timestamptz(3) not null,
       field text collate "C" not null,
       ${['views', 'starts', 'lasts', 'sends', 'spam'].map((name) => `${name} bigint not null default 0`).join(', ')},
       constraint form_hour__pk primary key (tenant_id, form_id, hour, field)
     ) partition by range (hour)`,
    `create table event_month (
       tenant_id text not null,
       month date not null,
       kept bigint not null default 0,
       counted bigint not null default 0,
       constraint event_month__pk primary key (tenant_id, month)
     )`,
    ...['total_hour', 'total_day', 'cube_day', 'heat_day', 'scroll_day', 'form_hour'].map(
      (table) => `create table ${table}_default partition of ${table} default`,
    ),
  ];
}

function visitorsSql(): string[] {
  return [
    `create table visitor_sketch (
       tenant_id text not null,
       page_id text collate "C" not null,
       span smallint not null,
       starts date not null,
       sketch bytea not null,
       constraint visitor_sketch__pk primary key (tenant_id, page_id, span, starts)
     ) partition by range (starts)`,
    `create table visitor_sketch_default partition of visitor_sketch default`,
    `create table visitor_lead (
       tenant_id text not null,
       lead_id text collate "C" not null,
       visitor_id text collate "C" not null,
       at timestamptz(3) not null,
       constraint visitor_lead__pk primary key (tenant_id, lead_id)
     )`,
    `create index visitor_lead__at__ix on visitor_lead (at)`,
    `create table visitor_salt (
       day date constraint visitor_salt__pk primary key,
       salt text not null
     )`,
    `create table collected (
       day date not null,
       batch_id uuid not null,
       constraint collected__pk primary key (batch_id, day)
     ) partition by range (day)`,
    `create table collected_default partition of collected default`,
  ];
}

function pixelsSql(): string[] {
  return [
    `create table pixel (
       tenant_id text not null,
       id text collate "C" not null,
       name text not null,
       active boolean not null default true,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       constraint pixel__pk primary key (tenant_id, id),
       constraint pixel__name__uq unique (tenant_id, name)
     )`,
    `create table pixel_domain (
       tenant_id text not null,
       id text collate "C" not null,
       pixel_id text collate "C" not null,
       domain text collate "C" not null,
       created_at timestamptz(3) not null default now(),
       constraint pixel_domain__pk primary key (tenant_id, id),
       constraint pixel_domain__domain__uq unique (tenant_id, pixel_id, domain),
       constraint pixel_domain__pixel__fk foreign key (tenant_id, pixel_id) references pixel (tenant_id, id) on delete cascade
     )`,
    `create table pixel_conversion (
       tenant_id text not null,
       id text collate "C" not null,
       pixel_id text collate "C" not null,
       name text not null,
       kind text not null,
       value text not null,
       created_at timestamptz(3) not null default now(),
       constraint pixel_conversion__pk primary key (tenant_id, id),
       constraint pixel_conversion__name__uq unique (tenant_id, pixel_id, name),
       constraint pixel_conversion__kind__ck check (kind in ('url', 'evento', 'formulario')),
       constraint pixel_conversion__pixel__fk
         foreign key (tenant_id, pixel_id) references pixel (tenant_id, id) on delete cascade
     )`,
  ];
}
