import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Creates the content of drafts as it was typed. The message of a draft is among those of its mailbox. */
export class Drafts1797080430000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table draft (
        tenant_id text not null,
        message_id uuid not null,
        mailbox_id uuid not null,
        version integer not null,
        content jsonb not null,
        updated_at timestamptz(3) not null,
        constraint draft__pk primary key (tenant_id, message_id),
        constraint draft__message__fk foreign key (tenant_id, message_id)
          references mail_message (tenant_id, id) on delete cascade
      )`);
    await runner.query(
      'create index draft__updated__ix on draft (tenant_id, mailbox_id, updated_at desc, message_id desc)',
    );
    for (const statement of tenantPolicySql('draft', 'mail')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table draft');
  }
}
