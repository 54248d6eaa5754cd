import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantStatisticsSql } from '#libs/core/persistence';

/** Takes the statistics of tenants from the tables that were made before `tenantPolicySql` did so. */
export class TenantStatistics1798350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tenantStatisticsSql());
  }

  /** Nothing: the version before works without them. */
  async down(): Promise<void> {}
}
