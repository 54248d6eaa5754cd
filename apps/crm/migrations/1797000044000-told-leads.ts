import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers which leads the features were told of that wait for leads. */
export class ToldLeads1797000044000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table lead_receipt add column told_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table lead_receipt drop column told_at');
  }
}
