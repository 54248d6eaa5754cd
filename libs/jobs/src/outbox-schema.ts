import { systemAccessSql, tenantPolicySql } from '#libs/tenancy';

/**
 * SQL of an app's outbox: one row for each piece of promised work, from the transaction that promises it until the one
 * that records its outcome. The table is small and churns, so it is vacuumed early and leaves room on its pages.
 */
export function outboxSql(app: string): string[] {
  return [
    `create table outbox (
       id bigint primary key,
       tenant_id text not null,
       kind text not null,
       payload jsonb not null,
       created_at timestamptz(3) not null default now(),
       available_at timestamptz(3) not null default now(),
       handed_at timestamptz(3),
       job_id text,
       attempts integer not null default 0,
       failures integer not null default 0,
       lease uuid,
       leased_until timestamptz(3),
       dead_at timestamptz(3),
       last_error text
     ) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`,
    `create index outbox__due__ix on outbox (available_at, id) where handed_at is null and dead_at is null`,
    `create index outbox__handed__ix on outbox (handed_at) where handed_at is not null`,
    ...tenantPolicySql('outbox', app),
    ...systemAccessSql('outbox', app, ['select', 'update', 'delete']),
  ];
}
