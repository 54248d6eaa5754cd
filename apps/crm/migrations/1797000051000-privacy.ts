import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['erasure_request', 'retention_policy'];

/** Requests to erase contacts, and how long a tenant keeps contacts. */
export class Privacy1797000051000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm')),
      ...systemAccessSql('retention_policy', 'crm', ['select']),
      ...systemAccessSql('tenant_key', 'crm', ['select', 'update']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN_SQL) await runner.query(statement);
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table erasure_request (
     tenant_id text not null,
     id uuid not null,
     contact_id text collate "C" not null,
     status text not null,
     channel text not null,
     sealed bytea,
     refusal bytea,
     created_by text collate "C" not null,
     created_at timestamptz(3) not null default now(),
     decided_by text collate "C",
     decided_at timestamptz(3),
     outcome jsonb not null,
     constraint erasure_request__pk primary key (tenant_id, id),
     constraint erasure_request__contact__fk foreign key (tenant_id, contact_id) references contact (tenant_id, id)
   )`,
  `create unique index erasure_request__pending__uq on erasure_request (tenant_id, contact_id) where status = 'pending'`,
  `create index erasure_request__status__ix on erasure_request (tenant_id, status, id desc)`,
  `create index erasure_request__contact__ix on erasure_request (tenant_id, contact_id)`,
  `create table retention_policy (
     tenant_id text not null,
     days integer,
     updated_at timestamptz(3) not null default now(),
     constraint retention_policy__pk primary key (tenant_id)
   )`,
  // The contacts of a tenant by their last activity; and those that are anonymized, which are counted.
  `create index contact__activity__ix on contact (tenant_id, last_activity_at) where anonymized_at is null`,
  `create index contact__anonymized__ix on contact (tenant_id) where anonymized_at is not null`,
];

const DOWN_SQL = [
  'drop index contact__anonymized__ix',
  'drop index contact__activity__ix',
  'revoke select, update on tenant_key from crm_system',
  'drop policy system_select on tenant_key',
  'drop policy system_update on tenant_key',
];
