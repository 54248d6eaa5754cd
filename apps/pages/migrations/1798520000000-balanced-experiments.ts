import type { MigrationInterface, QueryRunner } from 'typeorm';
import { balancedExperimentsSql, dropBalancedExperimentsSql } from '#libs/sites/experiments';

/** Experiments whose weights follow the chance of being best. */
export class BalancedExperiments1798520000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of balancedExperimentsSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of dropBalancedExperimentsSql()) await runner.query(statement);
  }
}
