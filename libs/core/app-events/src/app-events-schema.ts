import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** SQL for the table of the events that an app has received. */
export function appEventsSql(app: string): string[] {
  return [
    `create table app_event_received (
       tenant_id text not null,
       id uuid not null,
       type text not null,
       sender text not null,
       received_at timestamptz(3) not null default now(),
       constraint app_event_received__pk primary key (tenant_id, id)
     )`,
    `create index app_event_received__received_at__ix on app_event_received (received_at)`,
    ...tenantPolicySql('app_event_received', app),
    ...systemAccessSql('app_event_received', app, ['select', 'delete']),
  ];
}
