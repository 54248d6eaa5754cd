import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/**
 * SQL for the table of an app's blobs: a row for each tenant and hash, under row-level security. `touched_at` is when a
 * writer or the sweep last looked at it.
 */
export function blobTableSql(app: string): string[] {
  return [
    `create table blob (
       tenant_id text not null,
       hash text collate "C" not null,
       bytes bigint not null,
       created_at timestamptz(3) not null default now(),
       touched_at timestamptz(3) not null default now(),
       constraint blob__pk primary key (tenant_id, hash),
       constraint blob__hash__ck check (hash ~ '^[0-9a-f]{64}$')
     )`,
    `create index blob__touched_at__ix on blob (touched_at)`,
    ...tenantPolicySql('blob', app),
    ...systemAccessSql('blob', app, ['select', 'update', 'delete']),
  ];
}

/**
 * SQL for the content of small blobs, in their row. It is not compressed: packing and unpacking it would cost more than the
 * space is worth.
 */
export function blobContentSql(): string[] {
  return ['alter table blob add column content bytea', 'alter table blob alter column content set storage external'];
}
