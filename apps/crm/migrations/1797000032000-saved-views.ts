import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Filters of the list of contacts that an account keeps. */
export class SavedViews1797000032000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saved_view (
        tenant_id text not null,
        id uuid not null,
        name text not null,
        name_key text not null,
        filters jsonb not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint saved_view__pk primary key (tenant_id, id),
        constraint saved_view__name__uq unique (tenant_id, name_key)
      )`);
    for (const statement of tenantPolicySql('saved_view', 'crm')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_view');
  }
}
