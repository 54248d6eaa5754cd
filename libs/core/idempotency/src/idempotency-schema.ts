import { tenantPolicySql } from '#libs/core/persistence';

/** How long an answer is kept, as an interval. */
export const IDEMPOTENCY_TTL = `interval '24 hours'`;

/**
 * SQL for the table of an app's idempotency keys. A tenant sees its own rows; the system role sees and deletes those
 * that have expired.
 */
export function idempotencySql(app: string): string[] {
  return [
    `create table idempotency_key (
       tenant_id text not null,
       route text not null,
       key text collate "C" not null,
       body_hash text not null,
       response jsonb not null,
       created_at timestamptz(3) not null default now(),
       expires_at timestamptz(3) not null,
       constraint idempotency_key__pk primary key (tenant_id, route, key)
     )`,
    `create index idempotency_key__expires__ix on idempotency_key (expires_at)`,
    ...tenantPolicySql('idempotency_key', app),
    `grant select, delete on idempotency_key to ${app}_system`,
    `create policy system_select on idempotency_key for select to ${app}_system using (expires_at < now())`,
    `create policy system_delete on idempotency_key for delete to ${app}_system using (expires_at < now())`,
  ];
}
