import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['folder', 'mail_message', 'message_attachment', 'thread_reference'];

/** Messages of mailboxes: their folders, their files, and what ties them into threads. */
export class Messages1797000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      ...SQL,
      ...TABLES.flatMap((table) => tenantPolicySql(table, 'mail')),
      // The sweep of blobs looks for rows that refer to them.
      ...systemAccessSql('mail_message', 'mail', ['select']),
      ...systemAccessSql('message_attachment', 'mail', ['select']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}

const SQL = [
  `create table folder (
     tenant_id text not null,
     id uuid not null,
     mailbox_id uuid not null,
     kind text not null,
     name text not null,
     total integer not null default 0,
     unread integer not null default 0,
     created_at timestamptz(3) not null default now(),
     constraint folder__pk primary key (tenant_id, id),
     constraint folder__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade,
     constraint folder__kind__ck
       check (kind in ('inbox', 'sent', 'drafts', 'archive', 'spam', 'trash', 'quarantine', 'custom')),
     constraint folder__counts__ck check (total >= 0 and unread >= 0 and unread <= total)
   )`,
  `create unique index folder__kind__uq on folder (tenant_id, mailbox_id, kind) where kind <> 'custom'`,
  `create unique index folder__name__uq on folder (tenant_id, mailbox_id, lower(name)) where kind = 'custom'`,
  `create table mail_message (
     tenant_id text not null,
     id uuid not null,
     mailbox_id uuid not null,
     folder_id uuid not null,
     thread_id uuid not null,
     conversation_hash bytea,
     origin text not null,
     blob_hash text collate "C" not null,
     bytes integer not null,
     message_id text collate "C",
     subject text not null,
     "from" jsonb,
     "to" jsonb not null,
     cc jsonb not null,
     bcc jsonb not null,
     reply_to jsonb not null,
     snippet text not null,
     sorted_at timestamptz(3) not null,
     dated_at timestamptz(3),
     is_read boolean not null,
     is_starred boolean not null default false,
     has_attachments boolean not null,
     list_id text,
     envelope_from text,
     envelope_to text,
     authentication jsonb,
     authentication_results text,
     spam jsonb,
     scan_verdict text not null,
     quarantine_reason text,
     created_at timestamptz(3) not null default now(),
     constraint mail_message__pk primary key (tenant_id, id),
     constraint mail_message__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade,
     constraint mail_message__folder__fk foreign key (tenant_id, folder_id) references folder (tenant_id, id),
     constraint mail_message__origin__ck check (origin in ('received', 'sent', 'draft', 'imported')),
     constraint mail_message__scan_verdict__ck check (scan_verdict in ('clean', 'infected', 'unscanned')),
     constraint mail_message__quarantine_reason__ck check (quarantine_reason in ('infected', 'signature'))
   )`,
  `create index mail_message__folder__ix on mail_message (tenant_id, mailbox_id, folder_id, sorted_at desc, id desc)`,
  `create index mail_message__sorted__ix on mail_message (tenant_id, mailbox_id, sorted_at desc, id desc)`,
  `create index mail_message__thread__ix on mail_message (tenant_id, mailbox_id, thread_id)`,
  `create index mail_message__conversation__ix
     on mail_message (tenant_id, mailbox_id, conversation_hash, sorted_at desc) where conversation_hash is not null`,
  `create index mail_message__message_id__ix on mail_message (tenant_id, mailbox_id, hashtextextended(message_id, 0))
     where message_id is not null`,
  `create index mail_message__blob__ix on mail_message (tenant_id, blob_hash)`,
  `create table message_attachment (
     tenant_id text not null,
     id uuid not null,
     message_id uuid not null,
     position integer not null,
     file_name text not null,
     content_type text not null,
     bytes integer not null,
     content_id text,
     is_inline boolean not null,
     blob_hash text collate "C" not null,
     scan_verdict text not null,
     constraint message_attachment__pk primary key (tenant_id, id),
     constraint message_attachment__message__fk foreign key (tenant_id, message_id)
       references mail_message (tenant_id, id) on delete cascade,
     constraint message_attachment__scan_verdict__ck check (scan_verdict in ('clean', 'infected', 'unscanned'))
   )`,
  `create unique index message_attachment__position__uq on message_attachment (tenant_id, message_id, position)`,
  `create index message_attachment__blob__ix on message_attachment (tenant_id, blob_hash)`,
  `create table thread_reference (
     tenant_id text not null,
     mailbox_id uuid not null,
     message_id_hash bytea not null,
     thread_id uuid not null,
     constraint thread_reference__pk primary key (tenant_id, mailbox_id, message_id_hash),
     constraint thread_reference__mailbox__fk foreign key (tenant_id, mailbox_id)
       references mailbox (tenant_id, id) on delete cascade
   )`,
  `create index thread_reference__thread__ix on thread_reference (tenant_id, mailbox_id, thread_id)`,
];
