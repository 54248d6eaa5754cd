import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The tables of this lib, in the order in which they are made. */
export const SITE_TABLES = ['site_domain', 'published_page', 'site_redirect', 'short_link'] as const;

/**
 * SQL for what authoring writes and the runtime serves. The runtime finds a host, a path or a short link before it knows the
 * tenant, so the system role may read these tables.
 */
export function siteTablesSql(app: string): string[] {
  return [
    `create table site_domain (
       tenant_id text not null,
       id text collate "C" not null,
       host text collate "C" not null,
       ownership_token text not null,
       verified_at timestamptz(3),
       is_default boolean not null default false,
       created_at timestamptz(3) not null default now(),
       constraint site_domain__pk primary key (tenant_id, id),
       constraint site_domain__host__uq unique (tenant_id, host)
     )`,
    `create unique index site_domain__verified_host__uq on site_domain (host) where verified_at is not null`,
    `create unique index site_domain__default__uq on site_domain (tenant_id) where is_default`,
    `create table published_page (
       tenant_id text not null,
       page_id text collate "C" not null,
       version integer not null,
       slug text collate "C" not null,
       domain_id text collate "C",
       path text collate "C",
       title text not null,
       html bytea not null,
       gzip bytea not null,
       brotli bytea not null,
       etag text not null,
       policy text not null,
       form_ids text[] not null default '{}',
       indexable boolean not null default true,
       published_at timestamptz(3) not null default now(),
       rendered_at timestamptz(3) not null default now(),
       constraint published_page__pk primary key (tenant_id, page_id),
       constraint published_page__slug__uq unique (slug),
       constraint published_page__domain__fk foreign key (tenant_id, domain_id) references site_domain (tenant_id, id)
     )`,
    `create unique index published_page__path__uq on published_page (domain_id, path) where domain_id is not null`,
    `create index published_page__rendered_at__ix on published_page (rendered_at)`,
    `create table site_redirect (
       tenant_id text not null,
       id text collate "C" not null,
       domain_id text collate "C",
       path text collate "C" not null,
       target text not null,
       status smallint not null default 301,
       page_id text collate "C",
       created_at timestamptz(3) not null default now(),
       constraint site_redirect__pk primary key (tenant_id, id),
       constraint site_redirect__path__uq unique nulls not distinct (domain_id, path),
       constraint site_redirect__status__ck check (status in (301, 302, 307, 308))
     )`,
    `create table short_link (
       tenant_id text not null,
       id text collate "C" not null,
       slug text collate "C" not null,
       target text not null,
       title text,
       status smallint not null default 302,
       active boolean not null default true,
       expires_at timestamptz(3),
       clicks bigint not null default 0,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       constraint short_link__pk primary key (tenant_id, id),
       constraint short_link__slug__uq unique (slug),
       constraint short_link__status__ck check (status in (301, 302, 307, 308))
     )`,
    ...SITE_TABLES.flatMap((table) => [...tenantPolicySql(table, app), ...systemAccessSql(table, app, ['select'])]),
  ];
}
