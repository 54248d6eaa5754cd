import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Passwords of mail programs. */
export class AppPasswords1797000041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app_password (
        tenant_id text not null,
        id uuid not null,
        mailbox_id uuid not null,
        user_id text collate "C" not null,
        name text not null,
        secret_hash text collate "C" not null,
        created_at timestamptz(3) not null default now(),
        last_used_at timestamptz(3),
        constraint app_password__pk primary key (tenant_id, id),
        constraint app_password__mailbox__fk foreign key (tenant_id, mailbox_id)
          references mailbox (tenant_id, id) on delete cascade
      )`);
    await runner.query(
      'create unique index app_password__secret_hash__uq on app_password (tenant_id, mailbox_id, secret_hash)',
    );
    for (const statement of tenantPolicySql('app_password', 'mail')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table app_password');
  }
}
