import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['outgoing_message', 'sending_usage'];

/** Messages on their way out, and how much of its quota a tenant has used. */
export class Sending1797000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'mail')),
      // The sweeps of blobs and of what is long done.
      ...systemAccessSql('outgoing_message', 'mail', ['select', 'delete']),
      ...systemAccessSql('sending_usage', 'mail', ['select', 'delete']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table outgoing_message (
     tenant_id text not null,
     id uuid not null,
     mailbox_id uuid not null,
     kind text not null,
     sender text not null,
     recipients jsonb not null,
     blob_hash text collate "C" not null,
     bytes integer not null,
     is_test boolean not null,
     sent_message_id uuid,
     created_at timestamptz(3) not null default now(),
     expires_at timestamptz(3) not null,
     finished_at timestamptz(3),
     constraint outgoing_message__pk primary key (tenant_id, id),
     constraint outgoing_message__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade,
     constraint outgoing_message__kind__ck check (kind in ('message', 'forward', 'reply', 'report'))
   )`,
  `create index outgoing_message__mailbox__ix on outgoing_message (tenant_id, mailbox_id)`,
  `create index outgoing_message__blob__ix on outgoing_message (tenant_id, blob_hash)`,
  `create index outgoing_message__finished__ix on outgoing_message (finished_at) where finished_at is not null`,
  `create table sending_usage (
     tenant_id text not null,
     scale text not null,
     starts_on date not null,
     used integer not null,
     constraint sending_usage__pk primary key (tenant_id, scale, starts_on),
     constraint sending_usage__scale__ck check (scale in ('day', 'month'))
   )`,
  `create index sending_usage__starts_on__ix on sending_usage (starts_on)`,
];
