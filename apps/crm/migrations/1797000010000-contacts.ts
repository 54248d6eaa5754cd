import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appEventsSql } from '#libs/core/app-events';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['tenant_key', 'account_settings', 'contact', 'contact_identifier', 'activity'];

/** Contacts with their e-mail addresses and telephone numbers, their timeline, and the keys that seal them. */
export class Contacts1797000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...appEventsSql('crm'),
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm')),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['app_event_received', ...TABLES.toReversed()]) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists btree_gin`,
  `create table tenant_key (
     tenant_id text not null,
     sealed text not null,
     created_at timestamptz(3) not null default now(),
     constraint tenant_key__pk primary key (tenant_id)
   )`,
  `create table account_settings (
     tenant_id text not null,
     country text not null,
     time_zone text not null,
     updated_at timestamptz(3) not null default now(),
     constraint account_settings__pk primary key (tenant_id)
   )`,
  `create table contact (
     tenant_id text not null,
     id text collate "C" not null,
     lifecycle text not null,
     stage text not null,
     name text,
     name_key text,
     owner_id text collate "C",
     tags text[] not null,
     job_title text,
     company_id uuid,
     country text,
     state text,
     city text,
     time_zone text,
     custom jsonb not null,
     source text,
     utm_source text,
     utm_medium text,
     utm_campaign text,
     utm_term text,
     utm_content text,
     device text,
     os text,
     browser text,
     ip_country text,
     email_status text,
     score integer,
     data_key bytea,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     last_activity_at timestamptz(3) not null default now(),
     deleted_at timestamptz(3),
     deleted_by text collate "C",
     delete_reason bytea,
     anonymized_at timestamptz(3),
     constraint contact__pk primary key (tenant_id, id)
   )`,
  `create index contact__name__ix on contact using gin (tenant_id, name_key gin_trgm_ops) where deleted_at is null`,
  `create table contact_identifier (
     tenant_id text not null,
     id uuid not null,
     contact_id text collate "C" not null,
     kind text not null,
     sealed bytea not null,
     blind_index bytea not null,
     is_primary boolean not null,
     is_live boolean not null default true,
     created_at timestamptz(3) not null default now(),
     constraint contact_identifier__pk primary key (tenant_id, id),
     constraint contact_identifier__contact__fk foreign key (tenant_id, contact_id) references contact (tenant_id, id)
   )`,
  `create unique index contact_identifier__value__uq on contact_identifier (tenant_id, kind, blind_index) where is_live`,
  `create unique index contact_identifier__primary__uq on contact_identifier (tenant_id, contact_id, kind) where is_primary`,
  `create index contact_identifier__contact__ix on contact_identifier (tenant_id, contact_id)`,
  `create table activity (
     tenant_id text not null,
     contact_id text collate "C" not null,
     id uuid not null,
     type text not null,
     author_id text collate "C",
     sealed bytea,
     created_at timestamptz(3) not null default now(),
     constraint activity__pk primary key (tenant_id, contact_id, id),
     constraint activity__contact__fk foreign key (tenant_id, contact_id) references contact (tenant_id, id)
   )`,
];
