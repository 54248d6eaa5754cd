import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endpoints that test keys make in production get events of test messages alone; those that are there get all. */
export class TestWebhooks1798291000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table webhook_endpoint add column environment text not null default 'live'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The version before would send live events to them. Row-level security would hide the rows from the owner, too.
    await runner.query('alter table webhook_endpoint no force row level security');
    await runner.query(`update webhook_endpoint set active = false where environment = 'test'`);
    await runner.query('alter table webhook_endpoint force row level security');
    await runner.query('alter table webhook_endpoint drop column environment');
  }
}
