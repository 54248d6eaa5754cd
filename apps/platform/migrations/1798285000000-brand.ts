import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** How a tenant shows itself to recipients, on the page where they choose their mail. */
export class Brand1798285000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table brand (
        tenant_id text collate "C" not null constraint brand__pk primary key,
        name text,
        color text,
        updated_at timestamptz(3) not null default now()
      )`);
    for (const statement of tenantPolicySql('brand', 'platform')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table brand');
  }
}
