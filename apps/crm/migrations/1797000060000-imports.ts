import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';
import { blobTableSql } from '#libs/core/storage';

const TABLES = ['contact_import', 'contact_import_error', 'contact_import_change'];

/** Imports of contacts with their row errors and what they changed, and the table of stored files. */
export class Imports1797000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...blobTableSql('crm'),
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm')),
      ...systemAccessSql('contact_import', 'crm', ['select', 'update', 'delete']),
      ...systemAccessSql('contact_import_error', 'crm', ['select', 'delete']),
      ...systemAccessSql('contact_import_change', 'crm', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [...TABLES.toReversed(), 'blob']) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table contact_import (
     tenant_id text not null,
     id uuid not null,
     author_id text collate "C" not null,
     state text not null,
     is_dry_run boolean not null,
     if_exists text not null,
     mapping jsonb not null,
     tags text[] not null,
     stage text,
     format text not null,
     encoding text,
     delimiter text,
     file_name bytea,
     file_bytes bigint not null,
     blob_hash text collate "C",
     sealed_key bytea,
     total integer,
     processed integer not null default 0,
     created integer not null default 0,
     updated integer not null default 0,
     skipped integer not null default 0,
     failed integer not null default 0,
     errors integer not null default 0,
     failure text,
     undone integer not null default 0,
     not_undone integer not null default 0,
     created_at timestamptz(3) not null default now(),
     started_at timestamptz(3),
     finished_at timestamptz(3),
     expires_at timestamptz(3),
     constraint contact_import__pk primary key (tenant_id, id)
   )`,
  `create index contact_import__blob__ix on contact_import (tenant_id, blob_hash) where blob_hash is not null`,
  `create index contact_import__active__ix on contact_import (tenant_id, id)
     where state in ('waiting', 'checking', 'running', 'undoing')`,
  `create index contact_import__expires__ix on contact_import (expires_at) where expires_at is not null`,
  `create index contact_import__finished__ix on contact_import (finished_at)`,
  `create table contact_import_error (
     tenant_id text not null,
     import_id uuid not null,
     id uuid not null,
     row_number integer not null,
     column_name text,
     message text not null,
     constraint contact_import_error__pk primary key (tenant_id, import_id, id),
     constraint contact_import_error__import__fk foreign key (tenant_id, import_id)
       references contact_import (tenant_id, id) on delete cascade
   )`,
  `create table contact_import_change (
     tenant_id text not null,
     import_id uuid not null,
     contact_id text collate "C" not null,
     row_number integer not null,
     is_new boolean not null,
     is_touched boolean not null default false,
     found_at timestamptz(3),
     changed_at timestamptz(3) not null,
     previous bytea,
     constraint contact_import_change__pk primary key (tenant_id, import_id, contact_id),
     constraint contact_import_change__import__fk foreign key (tenant_id, import_id)
       references contact_import (tenant_id, id) on delete cascade
   )`,
];
