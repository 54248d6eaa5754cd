import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Filters of the report of visits that an account keeps. */
export class ReportViews1798357300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table report_view (
        tenant_id text not null,
        id text collate "C" not null,
        name text not null,
        name_key text not null,
        filters jsonb not null,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint report_view__pk primary key (tenant_id, id),
        constraint report_view__name__uq unique (tenant_id, name_key)
      )`);
    for (const statement of tenantPolicySql('report_view', 'pages')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table report_view');
  }
}
