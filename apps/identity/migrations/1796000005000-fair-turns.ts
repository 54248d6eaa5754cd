import type { MigrationInterface, QueryRunner } from 'typeorm';
import { outboxTurnsSql, withoutTurnsSql } from '#libs/core/jobs';

/** Promised work waits in a line of its tenant's, and tenants take turns. */
export class FairTurns1796000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of outboxTurnsSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of withoutTurnsSql()) await runner.query(statement);
  }
}
