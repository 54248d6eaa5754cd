import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/**
 * Places that leads go to: webhooks of the account, and providers of advertising; and the deliveries to them. No foreign key
 * leads from a delivery to its destination: it must cost as little as possible to write, and goes with it.
 */
export class Destinations1799000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...tenantPolicySql('destination', 'crm'),
      ...tenantPolicySql('destination_delivery', 'crm'),
      ...systemAccessSql('destination_delivery', 'crm', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table destination_delivery');
    await runner.query('drop table destination');
  }
}

const SQL = [
  `create table destination (
     tenant_id text not null,
     id uuid not null,
     name text not null,
     provider text,
     url text,
     config jsonb,
     secret bytea,
     active boolean not null,
     proven_at timestamptz(3),
     trials timestamptz[] not null default '{}',
     failing_since timestamptz(3),
     disabled_at timestamptz(3),
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint destination__pk primary key (tenant_id, id),
     constraint destination__address__ck check (case when provider is null then url else config ->> 'pixel_id' end is not null)
   )`,
  `create table destination_delivery (
     tenant_id text not null,
     id uuid not null,
     endpoint_id uuid not null,
     event_id text collate "C" not null,
     event_type text not null,
     payload bytea not null,
     contact_id text collate "C",
     is_test boolean not null,
     status text not null default 'pending',
     attempts integer not null default 0,
     response_status integer,
     error text,
     created_at timestamptz(3) not null default now(),
     last_attempt_at timestamptz(3),
     next_attempt_at timestamptz(3),
     duration_ms integer,
     response_snippet text,
     constraint destination_delivery__pk primary key (tenant_id, id),
     constraint destination_delivery__event__uq unique (tenant_id, endpoint_id, event_id),
     constraint destination_delivery__status__ck check (status in ('pending', 'delivered', 'failed'))
   ) with (fillfactor = 70)`,
  `create index destination_delivery__endpoint__ix on destination_delivery (tenant_id, endpoint_id, id)`,
  `create index destination_delivery__contact__ix on destination_delivery (tenant_id, contact_id) where contact_id is not null`,
  `create index destination_delivery__created__ix on destination_delivery (created_at)`,
];
