import type { MigrationInterface, QueryRunner } from 'typeorm';
import { idempotencySql } from '#libs/core/idempotency';
import { outboxSql } from '#libs/core/jobs';
import { defaultPartitionSql, foundationSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/** Sending: messages with their content and events, idempotency, usage, sending domains, and the outbox. */
export class Sending1795000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const tables = [...messages(), ...idempotencySql(APP), ...records(), ...domains(), ...outboxSql(APP)];
    for (const statement of [...foundationSql(APP), ...tables]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['outbox', 'domain_key', 'sending_domain', 'usage_counter', 'idempotency_key'];
    for (const table of [...tables, 'message_event', 'message_content', 'message']) {
      await runner.query(`drop table ${table}`);
    }
    await runner.query('drop function current_tenants()');
    await runner.query('drop sequence id_node');
  }
}

/*
 * The three growing tables are partitioned by their time-ordered ids, by month. A message's content is shared by all
 * recipients of one call and stands apart, so that lists read narrow rows.
 */
function messages(): string[] {
  return [
    `create table message (
       tenant_id text not null,
       id text collate "C" not null,
       channel text not null,
       status text not null,
       environment text not null,
       sender text not null,
       recipient text not null,
       subject text not null,
       content_id text collate "C" not null,
       template_id text,
       tags jsonb,
       error text,
       created_at timestamptz(3) not null default now(),
       updated_at timestamptz(3) not null default now(),
       scheduled_at timestamptz(3),
       sent_at timestamptz(3),
       constraint message__pk primary key (tenant_id, id)
     ) partition by range (id)`,
    `create table message_content (
       tenant_id text not null,
       id text collate "C" not null,
       body_text text,
       body_html text,
       to_addresses text[] not null,
       cc_addresses text[] not null default '{}',
       reply_to text[] not null default '{}',
       headers jsonb,
       attachments jsonb,
       data jsonb,
       constraint message_content__pk primary key (tenant_id, id)
     ) partition by range (id)`,
    `create table message_event (
       tenant_id text not null,
       message_id text collate "C" not null,
       id text collate "C" not null,
       type text not null,
       occurred_at timestamptz(3) not null default now(),
       detail jsonb,
       constraint message_event__pk primary key (tenant_id, message_id, id)
     ) partition by range (id)`,
    ...['message', 'message_content', 'message_event'].flatMap((table) => [
      defaultPartitionSql(table),
      ...tenantPolicySql(table, APP),
    ]),
  ];
}

function records(): string[] {
  return [
    `create table usage_counter (
       tenant_id text not null,
       period text not null,
       emails_sent bigint not null default 0,
       sms_sent bigint not null default 0,
       push_sent bigint not null default 0,
       api_calls bigint not null default 0,
       updated_at timestamptz(3) not null default now(),
       constraint usage_counter__pk primary key (tenant_id, period)
     ) with (fillfactor = 50)`,
    ...tenantPolicySql('usage_counter', APP),
  ];
}

function domains(): string[] {
  return [
    `create table sending_domain (
       tenant_id text not null,
       id uuid not null,
       name text not null,
       verified_at timestamptz(3),
       created_at timestamptz(3) not null default now(),
       constraint sending_domain__pk primary key (tenant_id, id),
       constraint sending_domain__name__uq unique (tenant_id, name)
     )`,
    `create table domain_key (
       tenant_id text not null,
       id uuid not null,
       domain_id uuid not null,
       selector text not null,
       algorithm text not null,
       private_key text not null,
       public_key text not null,
       active boolean not null default true,
       created_at timestamptz(3) not null default now(),
       constraint domain_key__pk primary key (tenant_id, id),
       constraint domain_key__selector__uq unique (tenant_id, domain_id, selector),
       constraint domain_key__domain__fk foreign key (tenant_id, domain_id)
         references sending_domain (tenant_id, id) on delete cascade
     )`,
    ...tenantPolicySql('sending_domain', APP),
    ...tenantPolicySql('domain_key', APP),
  ];
}
