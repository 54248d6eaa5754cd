import type { MigrationInterface, QueryRunner } from 'typeorm';
import { outboxLostLeasesSql } from '#libs/core/jobs';

/** How often a job's worker ended without an outcome: it has a limit of its own. */
export class LostLeases1798320010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of outboxLostLeasesSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox drop column lost_leases');
  }
}
