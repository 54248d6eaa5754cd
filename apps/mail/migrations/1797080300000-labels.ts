import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['label', 'message_label'];

/** Labels of mailboxes, and which messages have them. */
export class Labels1797080300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'mail')),
      // A search by words and labels is answered by the index of the words, which the role of the app may not use.
      ...systemAccessSql('message_label', 'mail', ['select']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table label (
     tenant_id text not null,
     id uuid not null,
     mailbox_id uuid not null,
     name text not null,
     colour text not null,
     system_key text,
     total integer not null default 0,
     unread integer not null default 0,
     created_at timestamptz(3) not null default now(),
     constraint label__pk primary key (tenant_id, id),
     constraint label__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade,
     constraint label__system_key__ck
       check (system_key in ('importante', 'pessoal', 'promocoes', 'notificacoes')),
     constraint label__counts__ck check (total >= 0 and unread >= 0 and unread <= total)
   )`,
  `create unique index label__name__uq on label (tenant_id, mailbox_id, lower(name))`,
  `create unique index label__system_key__uq on label (tenant_id, mailbox_id, system_key) where system_key is not null`,
  // The time of the message stands here too: a list by label reads this index and no other message.
  `create table message_label (
     tenant_id text not null,
     message_id uuid not null,
     label_id uuid not null,
     mailbox_id uuid not null,
     sorted_at timestamptz(3) not null,
     constraint message_label__pk primary key (tenant_id, message_id, label_id),
     constraint message_label__message__fk foreign key (tenant_id, message_id)
       references mail_message (tenant_id, id) on delete cascade,
     constraint message_label__label__fk foreign key (tenant_id, label_id)
       references label (tenant_id, id) on delete cascade
   )`,
  `create index message_label__label__ix on message_label (tenant_id, label_id, sorted_at desc, message_id desc)`,
];
