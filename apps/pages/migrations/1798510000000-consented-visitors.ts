import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Visitors with consent among those of a quarter of an hour, whom a report counts once over its window. */
export class ConsentedVisitors1798510000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table total_hour add column consented bigint not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table total_hour drop column consented');
  }
}
