import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'pages';
const TABLES = ['site_setting', 'brand_kit'];
const CHECK_COLUMNS = ['last_checked_at', 'next_check_at', 'missing_since'];

/** Settings of a tenant's site, its brand, and the regular checks of verified domains. */
export class SiteSettings1797000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...settings(), ...domainChecks(), ...redirects()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index site_redirect__tenant__ix');
    await runner.query('alter table site_redirect drop constraint site_redirect__domain__fk');
    await runner.query(`drop policy system_update on site_domain`);
    await runner.query(`revoke update (next_check_at) on site_domain from ${APP}_system`);
    for (const column of CHECK_COLUMNS) await runner.query(`alter table site_domain drop column ${column}`);
    for (const table of TABLES) await runner.query(`drop table ${table}`);
  }
}

/** The runtime reads them once it knows the tenant of a host. */
function settings(): string[] {
  return [
    `create table site_setting (
       tenant_id text not null,
       title text,
       description text,
       language text not null default 'pt-BR',
       favicon_id text collate "C",
       indexable boolean not null default true,
       not_found_title text,
       not_found_text text,
       not_found_page_id text collate "C",
       robots_lines text[] not null default '{}',
       updated_at timestamptz(3) not null default now(),
       constraint site_setting__pk primary key (tenant_id)
     )`,
    `create table brand_kit (
       tenant_id text not null,
       name text not null,
       logo_id text collate "C",
       primary_color text not null,
       on_primary_color text not null,
       text_color text not null,
       background_color text not null,
       surface_color text not null,
       heading_font text not null,
       text_font text not null,
       radius smallint not null,
       updated_at timestamptz(3) not null default now(),
       constraint brand_kit__pk primary key (tenant_id)
     )`,
    ...TABLES.flatMap((table) => [...tenantPolicySql(table, APP), ...systemAccessSql(table, APP, ['select'])]),
  ];
}

/** The system role claims the domains that are due; what a check finds is written in the transaction of their tenant. */
function domainChecks(): string[] {
  return [
    `alter table site_domain
       add column last_checked_at timestamptz(3),
       add column next_check_at timestamptz(3) not null default now() + interval '6 hours',
       add column missing_since timestamptz(3)`,
    `create index site_domain__next_check__ix on site_domain (next_check_at) where verified_at is not null`,
    `grant update (next_check_at) on site_domain to ${APP}_system`,
    `create policy system_update on site_domain for update to ${APP}_system
       using (verified_at is not null and next_check_at <= now()) with check (true)`,
  ];
}

/** Redirects go with their domain. */
function redirects(): string[] {
  return [
    `alter table site_redirect add constraint site_redirect__domain__fk
       foreign key (tenant_id, domain_id) references site_domain (tenant_id, id) on delete cascade`,
    `create index site_redirect__tenant__ix on site_redirect (tenant_id, domain_id)`,
  ];
}
