import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/**
 * Creates the table in which searches find messages. It is beside the message, because a message that is moved or marked is
 * written again with all its index entries, and these are hundreds.
 */
export class MessageSearch1797080200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      'create extension if not exists btree_gin',
      ...SQL,
      ...tenantPolicySql('message_search', 'mail'),
      // Row-level security keeps the role of the app from the index: @@ is not leakproof.
      ...systemAccessSql('message_search', 'mail', ['select']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table message_search');
  }
}

const SQL = [
  `create table message_search (
     tenant_id text not null,
     message_id uuid not null,
     mailbox_id uuid not null,
     sorted_at timestamptz(3) not null,
     lexemes tsvector not null,
     constraint message_search__pk primary key (message_id, tenant_id),
     constraint message_search__message__fk foreign key (tenant_id, message_id)
       references mail_message (tenant_id, id) on delete cascade
   )`,
  // A short list of pending entries: every search reads it whole, and who fills it up empties it.
  `create index message_search__lexemes__ix on message_search using gin (mailbox_id, lexemes)
     with (gin_pending_list_limit = 512)`,
];
