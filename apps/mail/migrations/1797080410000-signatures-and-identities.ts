import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['mailbox_signature', 'sender_identity'];

/** Creates the signatures of mailboxes, and the addresses that they may send as. */
export class SignaturesAndIdentities1797080410000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SQL) await runner.query(statement);
    for (const table of TABLES) for (const statement of tenantPolicySql(table, 'mail')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outgoing_message drop column signing_domain_id');
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table mailbox_signature (
     tenant_id text not null,
     mailbox_id uuid not null,
     html text not null,
     updated_at timestamptz(3) not null default now(),
     constraint mailbox_signature__pk primary key (tenant_id, mailbox_id),
     constraint mailbox_signature__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  `create table sender_identity (
     tenant_id text not null,
     id uuid not null,
     mailbox_id uuid not null,
     address text collate "C" not null,
     display_name text not null,
     reply_to text,
     signature_html text,
     is_default boolean not null,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint sender_identity__pk primary key (tenant_id, id),
     constraint sender_identity__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  'create unique index sender_identity__address__uq on sender_identity (tenant_id, mailbox_id, address)',
  'create unique index sender_identity__default__uq on sender_identity (tenant_id, mailbox_id) where is_default',
  // Whose keys sign it, where that is not the domain of its mailbox.
  'alter table outgoing_message add column signing_domain_id uuid',
];
