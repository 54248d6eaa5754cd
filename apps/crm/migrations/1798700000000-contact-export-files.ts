import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** Files of contacts that a job writes. */
export class ContactExportFiles1798700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...tenantPolicySql('contact_export_file', 'crm'),
      ...systemAccessSql('contact_export_file', 'crm', ['select', 'update', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table contact_export_file');
  }
}

const SQL = [
  `create table contact_export_file (
     tenant_id text not null,
     id uuid not null,
     author_id text collate "C" not null,
     state text not null,
     format text not null,
     delimiter text,
     filters text[] not null,
     sealed_filters bytea,
     row_limit integer,
     total integer not null,
     written integer not null default 0,
     attempt integer not null default 0,
     starts integer not null default 0,
     failure text,
     blob_hash text collate "C",
     file_bytes bigint,
     sealed_key bytea,
     created_at timestamptz(3) not null default now(),
     started_at timestamptz(3),
     finished_at timestamptz(3),
     expires_at timestamptz(3),
     constraint contact_export_file__pk primary key (tenant_id, id)
   )`,
  `create index contact_export_file__blob__ix on contact_export_file (tenant_id, blob_hash) where blob_hash is not null`,
  `create index contact_export_file__live__ix on contact_export_file (tenant_id, id)
     where state in ('waiting', 'running', 'completed')`,
  `create index contact_export_file__expires__ix on contact_export_file (expires_at) where expires_at is not null`,
  `create index contact_export_file__created__ix on contact_export_file (created_at)`,
];
