import type { MigrationInterface, QueryRunner } from 'typeorm';
import { defaultPartitionSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/** Webhooks: endpoints, the deliveries to them, and each attempt of a delivery. */
export class Webhooks1795000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...endpoints(), ...deliveries()]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_attempt', 'webhook_delivery', 'webhook_endpoint']) {
      await runner.query(`drop table ${table}`);
    }
  }
}

/** The previous secret signs beside the present one until its time is over. */
function endpoints(): string[] {
  return [
    `create table webhook_endpoint (
       tenant_id text not null,
       id text collate "C" not null,
       url text not null,
       events text[] not null,
       active boolean not null,
       secret text not null,
       previous_secret text,
       previous_secret_until timestamptz(3),
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       constraint webhook_endpoint__pk primary key (tenant_id, id)
     )`,
    ...tenantPolicySql('webhook_endpoint', APP),
  ];
}

/*
 * Both growing tables are partitioned by the time-ordered id of the delivery, by month, so that retention drops a
 * delivery and its attempts together. The payload is text, not JSON: what is signed are its bytes. No foreign key leads
 * to the endpoint, for a delivery outlives it and must cost as little as possible to write.
 */
function deliveries(): string[] {
  return [
    `create table webhook_delivery (
       tenant_id text not null,
       id text collate "C" not null,
       endpoint_id text collate "C" not null,
       event_id text collate "C" not null,
       event_type text not null,
       payload text not null,
       status text not null default 'pending',
       attempts integer not null default 0,
       response_status integer,
       error text,
       created_at timestamptz(3) not null default now(),
       last_attempt_at timestamptz(3),
       next_attempt_at timestamptz(3) default now(),
       constraint webhook_delivery__pk primary key (tenant_id, id),
       constraint webhook_delivery__status__ck check (status in ('pending', 'delivered', 'failed'))
     ) partition by range (id)`,
    `create index webhook_delivery__endpoint__ix on webhook_delivery (tenant_id, endpoint_id, id)`,
    // Few deliveries fail, and those are the ones that are looked for.
    `create index webhook_delivery__failed__ix on webhook_delivery (tenant_id, endpoint_id, id) where status = 'failed'`,
    `create table webhook_attempt (
       tenant_id text not null,
       delivery_id text collate "C" not null,
       number integer not null,
       attempted_at timestamptz(3) not null,
       duration_ms integer not null,
       response_status integer,
       error text,
       response_snippet text,
       constraint webhook_attempt__pk primary key (tenant_id, delivery_id, number)
     ) partition by range (delivery_id)`,
    ...['webhook_delivery', 'webhook_attempt'].flatMap((table) => [
      defaultPartitionSql(table),
      ...tenantPolicySql(table, APP),
    ]),
  ];
}
