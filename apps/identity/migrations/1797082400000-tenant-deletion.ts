import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';
import { tenantRemovalSql } from '#libs/privacy/data-rights';

const DELETIONS = [
  // Stays when the tenant is gone: the proof that it is. It names no person but by an id.
  `create table tenant_deletion (
    tenant_id text not null,
    id text not null,
    requested_by text not null,
    requested_at timestamptz(3) not null default now(),
    due_at timestamptz(3) not null,
    started_at timestamptz(3),
    asked_at timestamptz(3),
    finished_at timestamptz(3),
    awaited text[] not null default '{}',
    answers jsonb not null default '{}',
    constraint tenant_deletion__pk primary key (tenant_id),
    constraint tenant_deletion__id__uq unique (id))`,
  `create index tenant_deletion__due_at__ix on tenant_deletion (due_at) where started_at is null`,
  `create index tenant_deletion__asked_at__ix on tenant_deletion (asked_at)
     where started_at is not null and finished_at is null`,
  ...tenantPolicySql('tenant_deletion', 'identity'),
  ...systemAccessSql('tenant_deletion', 'identity', ['select']),
  // The removal of a tenant deletes what is left of them.
  `grant delete on support_session to identity_app`,
];

/** Tenants that their owners delete. */
export class TenantDeletion1797082400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...tenantRemovalSql('identity'), ...DELETIONS]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('revoke delete on support_session from identity_app');
    await runner.query('drop table tenant_deletion, tenant_removal');
  }
}
