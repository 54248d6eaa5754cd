import type { MigrationInterface, QueryRunner } from 'typeorm';

/** DKIM keys of the domain of FBL_ADDRESS. They belong to no tenant, so only the system role sees them. */
export class FeedbackKeys1798280010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feedback_key (
        id uuid primary key,
        domain text collate "C" not null,
        selector text collate "C" not null,
        algorithm text not null,
        private_key text not null,
        public_key text not null,
        active boolean not null,
        record_status text not null,
        created_at timestamptz(3) not null default now(),
        checked_at timestamptz(3),
        retired_at timestamptz(3),
        constraint feedback_key__selector__uq unique (domain, selector),
        constraint feedback_key__active__ck check (not active or retired_at is null)
      )`);
    await runner.query('create unique index feedback_key__active__ux on feedback_key (domain) where active');
    await runner.query('grant select, insert, update, delete on feedback_key to platform_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table feedback_key');
  }
}
