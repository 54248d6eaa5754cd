import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when an endpoint fails, and when it was switched off for that. */
export class FailingWebhooks1798230010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table webhook_endpoint add column failing_since timestamptz(3), add column disabled_at timestamptz(3)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhook_endpoint drop column failing_since, drop column disabled_at');
  }
}
