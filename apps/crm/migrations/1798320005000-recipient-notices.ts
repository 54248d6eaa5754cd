import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Marks consents that recipients withdrew at Platform, and keeps when it was last told of a contact. */
export class RecipientNotices1798320005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      'alter table consent_change add column by_platform boolean not null default false',
      `create table recipient_notice (
         tenant_id text not null,
         contact_id text collate "C" not null,
         subject text not null,
         occurred_at timestamptz(3) not null,
         constraint recipient_notice__pk primary key (tenant_id, contact_id, subject)
       )`,
      ...tenantPolicySql('recipient_notice', 'crm'),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recipient_notice');
    await runner.query('alter table consent_change drop column by_platform');
  }
}
