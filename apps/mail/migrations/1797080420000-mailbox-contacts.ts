import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** The address books of mailboxes. */
export class MailboxContacts1797080420000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table mailbox_contact (
        tenant_id text not null,
        id uuid not null,
        mailbox_id uuid not null,
        email text not null,
        name text not null,
        notes text not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint mailbox_contact__pk primary key (tenant_id, id),
        constraint mailbox_contact__mailbox__fk foreign key (tenant_id, mailbox_id)
          references mailbox (tenant_id, id) on delete cascade
      )`);
    await runner.query(
      'create unique index mailbox_contact__email__uq on mailbox_contact (tenant_id, mailbox_id, lower(email))',
    );
    // In this order the address book is read.
    await runner.query(
      `create index mailbox_contact__name__ix
         on mailbox_contact (tenant_id, mailbox_id, lower(coalesce(nullif(name, ''), email)), id)`,
    );
    for (const statement of tenantPolicySql('mailbox_contact', 'mail')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mailbox_contact');
  }
}
