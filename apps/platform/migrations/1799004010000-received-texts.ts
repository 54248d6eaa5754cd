import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'platform';

/** Texts that telephones sent to the numbers of tenants. The system role deletes those whose time is over. */
export class ReceivedTexts1799004010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `create table received_text (
         tenant_id text not null,
         id text collate "C" not null,
         environment text not null,
         sender text not null,
         recipient text not null,
         body text not null,
         keyword text,
         received_at timestamptz(3) not null,
         constraint received_text__pk primary key (tenant_id, id)
       )`,
      `create index received_text__sender__ix on received_text (tenant_id, sender, id)`,
      `create index received_text__recipient__ix on received_text (tenant_id, recipient, id)`,
      `create index received_text__received__ix on received_text (received_at)`,
      ...tenantPolicySql('received_text', APP),
      ...systemAccessSql('received_text', APP, ['select', 'delete']),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table received_text');
  }
}
