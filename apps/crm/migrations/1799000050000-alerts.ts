import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['lead_count', 'alert', 'alert_event'];

/** Alerts of an account, their events, and the numbers of leads that they are evaluated over. */
export class Alerts1799000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'crm')),
      ...systemAccessSql('lead_count', 'crm', ['select', 'delete']),
      ...systemAccessSql('alert', 'crm', ['select']),
      ...systemAccessSql('alert_event', 'crm', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`drop table ${table}`);
    await runner.query('alter table lead_receipt drop column counted_at, drop column counted_bad');
  }
}

const SQL = [
  `alter table lead_receipt add column counted_at timestamptz(3), add column counted_bad boolean`,
  `create table lead_count (
     tenant_id text not null,
     bucket timestamptz(3) not null,
     slot smallint not null,
     captured integer not null,
     bad integer not null,
     last_at timestamptz(3),
     constraint lead_count__pk primary key (tenant_id, bucket, slot)
   ) with (fillfactor = 70)`,
  `create index lead_count__bucket__ix on lead_count (bucket)`,
  `create table alert (
     tenant_id text not null,
     id uuid not null,
     name text not null,
     type text not null,
     threshold double precision not null,
     window_minutes integer not null,
     destination_id uuid,
     active boolean not null,
     state text not null default 'calm',
     since timestamptz(3) not null,
     observed_from timestamptz(3) not null,
     clear_since timestamptz(3),
     revision integer not null default 1,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint alert__pk primary key (tenant_id, id),
     constraint alert__destination__fk foreign key (tenant_id, destination_id)
       references destination (tenant_id, id) on delete set null (destination_id)
   )`,
  `create index alert__destination__ix on alert (tenant_id, destination_id) where destination_id is not null`,
  `create table alert_event (
     tenant_id text not null,
     id uuid not null,
     alert_id uuid,
     journey_id uuid,
     from_state text not null,
     to_state text not null,
     value double precision,
     reason text not null,
     occurred_at timestamptz(3) not null,
     constraint alert_event__pk primary key (tenant_id, id),
     constraint alert_event__subject__ck check (num_nonnulls(alert_id, journey_id) = 1)
   )`,
  `create index alert_event__alert__ix on alert_event (tenant_id, alert_id, id)`,
  `create index alert_event__occurred__ix on alert_event (occurred_at)`,
];
