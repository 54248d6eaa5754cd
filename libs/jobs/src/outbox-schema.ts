import { systemAccessSql, tenantPolicySql } from '#libs/persistence';

/** What waits for its turn: its time has come, and it is neither with a worker nor given up. */
export const WAITING = 'due and handed_at is null and dead_at is null';

/** What waits for its time. */
export const DELAYED = 'not due and handed_at is null and dead_at is null';

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
    ...tenantPolicySql('outbox', app),
    ...systemAccessSql('outbox', app, ['select', 'update', 'delete']),
    ...outboxTurnsSql(),
    ...outboxContextSql(),
  ];
}

/**
 * SQL that brings an outbox to where tenants take turns; it changes nothing on one that is there. `due` is kept apart
 * from `available_at` so that looking for tenants whose work is due passes over none whose work is not.
 */
export function outboxTurnsSql(): string[] {
  return [
    `alter table outbox add column if not exists due boolean not null default true`,
    `alter table outbox add column if not exists weight integer not null default 1`,
    // It is forced upon the owner too, who has to see the rows here.
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

/** SQL by which jobs carry the context that they were enqueued in; it changes nothing on an outbox that has it. */
export function outboxContextSql(): string[] {
  return [`alter table outbox add column if not exists context jsonb`];
}

/** SQL that takes an outbox back to one line for all tenants. */
export function withoutTurnsSql(): string[] {
  return [
    `drop index outbox__waiting__ix, outbox__delayed__ix, outbox__in_hand__ix, outbox__dead__ix`,
    `alter table outbox drop column due, drop column weight`,
    `create index outbox__due__ix on outbox (available_at, id) where handed_at is null and dead_at is null`,
    `create index outbox__handed__ix on outbox (handed_at) where handed_at is not null`,
  ];
}
