import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** SQL for the table of an app's removals of tenants. */
export function tenantRemovalSql(app: string): string[] {
  return [
    `create table tenant_removal (
       tenant_id text not null,
       removal_id text not null,
       created_at timestamptz(3) not null default now(),
       rows jsonb not null default '{}',
       finished_at timestamptz(3),
       checked_at timestamptz(3),
       constraint tenant_removal__pk primary key (tenant_id)
     )`,
    `create index tenant_removal__open__ix on tenant_removal (created_at) where finished_at is null`,
    `create index tenant_removal__checked_at__ix on tenant_removal (checked_at) where finished_at is not null`,
    ...tenantPolicySql('tenant_removal', app),
    ...systemAccessSql('tenant_removal', app, ['select']),
  ];
}
