import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `create table account_deletion (
    user_id text not null constraint account_deletion__user_id__fk references user_account on delete cascade,
    requested_at timestamptz(3) not null default now(),
    due_at timestamptz(3) not null,
    restored_at timestamptz(3),
    tenant_ids text[] not null default '{}',
    constraint account_deletion__pk primary key (user_id))`,
  `create index account_deletion__due_at__ix on account_deletion (due_at)`,
  `create index account_deletion__restored_at__ix on account_deletion (restored_at) where restored_at is not null`,
  `grant select, insert, update, delete on account_deletion to identity_system`,
];

/** Users who delete their accounts. */
export class AccountDeletion1797082401000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table account_deletion');
  }
}
