import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** SQL condition of a job that is due and neither dispatched nor a dead letter. */
export const WAITING = 'due and handed_at is null and dead_at is null';

/** SQL condition of a job that is not due yet. */
export const DELAYED = 'not due and handed_at is null and dead_at is null';

/** SQL condition of a waiting job whose last worker ended without an outcome, so that it may have been the reason. */
export const IS_LOST = 'lease is null and leased_until is not null';

/**
 * SQL of an app's outbox: one row for each job, from the transaction that enqueues it until the one that records its
 * outcome. The table is small and its rows change often, so it is vacuumed early and its pages are filled to 60 %.
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
    ...tenantPolicySql('outbox', app),
    ...systemAccessSql('outbox', app, ['select', 'update', 'delete']),
    ...outboxTurnsSql(),
    ...outboxContextSql(),
    ...outboxLostLeasesSql(),
  ];
}

/**
 * SQL that adds what turns of tenants need (`due`, `weight`, indexes) to an outbox without it; it may run again. `due`
 * is a column so that an index holds due jobs only: a search for tenants with due jobs reads no others.
 */
export function outboxTurnsSql(): string[] {
  return [
    `alter table outbox add column if not exists due boolean not null default true`,
    `alter table outbox add column if not exists weight integer not null default 1`,
    // The policies are forced upon the owner, too, who has to see all rows for the update.
    `alter table outbox no force row level security`,
    `update outbox set due = false where available_at > now()`,
    `alter table outbox force row level security`,
    `drop index if exists outbox__due__ix`,
    `drop index if exists outbox__handed__ix`,
    `create index if not exists outbox__waiting__ix on outbox (kind, tenant_id, available_at, id) where ${WAITING}`,
    `create index if not exists outbox__delayed__ix on outbox (kind, available_at) where ${DELAYED}`,
    `create index if not exists outbox__in_hand__ix on outbox (kind, tenant_id, job_id) where handed_at is not null`,
    `create index if not exists outbox__dead__ix on outbox (kind, id) where dead_at is not null`,
  ];
}

/** SQL that adds the column for a job's context to an outbox without it; it may run again. */
export function outboxContextSql(): string[] {
  return [`alter table outbox add column if not exists context jsonb`];
}

/** SQL that adds the count of leases without an outcome to an outbox without it; it may run again. */
export function outboxLostLeasesSql(): string[] {
  return [`alter table outbox add column if not exists lost_leases smallint not null default 0`];
}

/** SQL that reverts {@link outboxTurnsSql}. */
export function withoutTurnsSql(): string[] {
  return [
    `drop index outbox__waiting__ix, outbox__delayed__ix, outbox__in_hand__ix, outbox__dead__ix`,
    `alter table outbox drop column due, drop column weight`,
    `create index outbox__due__ix on outbox (available_at, id) where handed_at is null and dead_at is null`,
    `create index outbox__handed__ix on outbox (handed_at) where handed_at is not null`,
  ];
}
