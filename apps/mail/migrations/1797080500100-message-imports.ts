import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** Imports of messages into mailboxes. */
export class MessageImports1797080500100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table message_import (
        tenant_id text not null,
        id uuid not null,
        mailbox_id uuid not null,
        author_id text collate "C" not null,
        state text not null,
        format text not null,
        file_bytes bigint not null,
        blob_hash text collate "C",
        folder_id uuid,
        entry integer not null default 0,
        entry_offset bigint not null default 0,
        read_bytes bigint not null default 0,
        total integer not null default 0,
        imported integer not null default 0,
        skipped integer not null default 0,
        errors integer not null default 0,
        failures jsonb not null default '[]',
        failure text,
        created_at timestamptz(3) not null default now(),
        finished_at timestamptz(3),
        constraint message_import__pk primary key (tenant_id, id),
        constraint message_import__mailbox__fk foreign key (tenant_id, mailbox_id)
          references mailbox (tenant_id, id) on delete cascade,
        constraint message_import__state__ck check (state in ('running', 'completed', 'failed', 'canceled')),
        constraint message_import__format__ck check (format in ('mbox', 'eml', 'zip')),
        constraint message_import__counts__ck check (total = imported + skipped + errors)
      )`);
    await runner.query('create index message_import__mailbox__ix on message_import (tenant_id, mailbox_id, id)');
    await runner.query('create index message_import__blob__ix on message_import (tenant_id, blob_hash)');
    await runner.query('create index message_import__finished__ix on message_import (finished_at)');
    for (const statement of tenantPolicySql('message_import', 'mail')) await runner.query(statement);
    // The sweep of blobs looks for rows that refer to them; old imports are deleted.
    for (const statement of systemAccessSql('message_import', 'mail', ['select', 'delete']))
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table message_import');
  }
}
