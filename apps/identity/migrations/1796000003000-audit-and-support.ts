import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT_DOWN_SQL, auditSchemaSql } from '#libs/core/audit';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** Operators' read-only sessions in tenants: at most one at a time of each operator. */
const SUPPORT_SESSIONS = [
  `create table support_session (
    id text primary key,
    tenant_id text not null references tenant on delete cascade,
    operator_id text not null references user_account on delete cascade,
    parent_session_id text not null,
    reason text not null,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3) not null,
    ended_at timestamptz(3))`,
  `create unique index support_session__operator_id__uq on support_session (operator_id) where ended_at is null`,
  `create index support_session__tenant_id__ix on support_session (tenant_id, id)`,
  ...tenantPolicySql('support_session', 'identity'),
  `revoke insert, update, delete on support_session from identity_app`,
  ...systemAccessSql('support_session', 'identity', ['select', 'insert', 'update']),
];

/** Identity's audit log; why a tenant has its status; and support sessions. */
export class AuditAndSupport1796000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of auditSchemaSql('identity')) await runner.query(statement);
    for (const statement of SUPPORT_SESSIONS) await runner.query(statement);
    await runner.query('alter table tenant add column status_reason text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tenant drop column status_reason');
    await runner.query('drop table support_session');
    for (const statement of AUDIT_DOWN_SQL) await runner.query(statement);
  }
}
