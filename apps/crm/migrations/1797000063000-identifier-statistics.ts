import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * No statistics of whose identifiers there are. With them Postgres takes a tenant that came after the last ANALYZE to have
 * one row, any index on the tenant to be as good as that on the value, and each look-up reads all identifiers of the tenant.
 */
export class IdentifierStatistics1797000063000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_identifier alter column tenant_id set statistics 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_identifier alter column tenant_id set statistics -1');
  }
}
