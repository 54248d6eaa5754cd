import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Subscriptions that a mailbox was sold with. */
export class MailboxSubscriptions1797000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table mailbox_subscription (
        tenant_id text not null,
        mailbox_id uuid not null,
        description text not null,
        created_at timestamptz(3) not null default now(),
        constraint mailbox_subscription__pk primary key (tenant_id, mailbox_id),
        constraint mailbox_subscription__mailbox__fk foreign key (tenant_id, mailbox_id)
          references mailbox (tenant_id, id) on delete cascade
      )`);
    for (const statement of tenantPolicySql('mailbox_subscription', 'mail')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mailbox_subscription');
  }
}
