import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantRemovalSql } from '#libs/privacy/data-rights';

/** The removals of deleted tenants. */
export class TenantRemoval1797082400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tenantRemovalSql('pages')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tenant_removal');
  }
}
