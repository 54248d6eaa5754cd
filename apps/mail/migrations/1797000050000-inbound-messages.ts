import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** Messages that were accepted by SMTP and are not in their mailboxes yet. */
export class InboundMessages1797000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      `create table inbound_message (
         tenant_id text not null,
         id uuid not null,
         blob_hash text collate "C" not null,
         bytes integer not null,
         envelope_from text not null,
         recipients jsonb not null,
         client jsonb not null,
         received_at timestamptz(3) not null,
         constraint inbound_message__pk primary key (tenant_id, id)
       )`,
      `create index inbound_message__blob__ix on inbound_message (tenant_id, blob_hash)`,
      ...tenantPolicySql('inbound_message', 'mail'),
      // The sweep of blobs looks for rows that refer to them.
      ...systemAccessSql('inbound_message', 'mail', ['select']),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbound_message');
  }
}
