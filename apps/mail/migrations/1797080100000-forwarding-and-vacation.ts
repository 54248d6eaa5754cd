import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['forwarding', 'forwarding_address', 'vacation', 'vacation_reply'];

/** Mail that a mailbox forwards, and its automatic replies. */
export class ForwardingAndVacation1797080100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'mail')),
      // What is long past is deleted for all tenants.
      ...systemAccessSql('vacation_reply', 'mail', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
    await runner.query('alter table inbound_message drop column return_to');
    await runner.query('alter table outgoing_message drop column forwarded');
    await runner.query('delete from outgoing_message where mailbox_id is null');
    await runner.query('alter table outgoing_message alter column mailbox_id set not null');
  }
}

const SQL = [
  `create table forwarding (
     tenant_id text not null,
     mailbox_id uuid not null,
     enabled boolean not null,
     keeps_copy boolean not null,
     updated_at timestamptz(3) not null default now(),
     constraint forwarding__pk primary key (tenant_id, mailbox_id),
     constraint forwarding__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  `create table forwarding_address (
     tenant_id text not null,
     mailbox_id uuid not null,
     address text not null,
     is_destination boolean not null,
     asked_at timestamptz(3) not null default now(),
     link_id uuid,
     confirmed_at timestamptz(3),
     failing_since timestamptz(3),
     last_failure text,
     told_at timestamptz(3),
     constraint forwarding_address__pk primary key (tenant_id, mailbox_id, address),
     constraint forwarding_address__link__uq unique (tenant_id, link_id),
     constraint forwarding_address__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  `create index forwarding_address__address__ix on forwarding_address (tenant_id, lower(address))`,
  `create table vacation (
     tenant_id text not null,
     mailbox_id uuid not null,
     enabled boolean not null,
     starts_at timestamptz(3),
     ends_at timestamptz(3),
     subject text,
     text text,
     html text,
     interval_days integer not null,
     updated_at timestamptz(3) not null default now(),
     constraint vacation__pk primary key (tenant_id, mailbox_id),
     constraint vacation__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  `create table vacation_reply (
     tenant_id text not null,
     mailbox_id uuid not null,
     address text not null,
     replied_at timestamptz(3) not null,
     constraint vacation_reply__pk primary key (tenant_id, mailbox_id, address),
     constraint vacation_reply__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  `create index vacation_reply__mailbox__ix on vacation_reply (tenant_id, mailbox_id, replied_at)`,
  `create index vacation_reply__replied_at__ix on vacation_reply (replied_at)`,
  // Reports that come to the address from which a message was forwarded, on their way back to its sender.
  `alter table inbound_message add column return_to jsonb not null default '[]'`,
  // A report that goes back belongs to no mailbox.
  `alter table outgoing_message alter column mailbox_id drop not null`,
  `alter table outgoing_message add column forwarded jsonb`,
];
