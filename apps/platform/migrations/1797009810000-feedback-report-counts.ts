import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** How many reports came for a message, so that their number can be limited. Deleted when its return path has expired. */
export class FeedbackReportCounts1797009810000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table feedback_report_count (
        tenant_id text not null,
        message_id text collate "C" not null,
        reports integer not null,
        created_at timestamptz(3) not null default now(),
        constraint feedback_report_count__pk primary key (tenant_id, message_id)
      )`);
    await runner.query('create index feedback_report_count__created_at__ix on feedback_report_count (created_at)');
    for (const statement of [...tenantPolicySql('feedback_report_count', 'platform'), ...systemAccess()]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table feedback_report_count');
  }
}

/** Maintenance deletes the counts whose return paths have expired. */
function systemAccess(): string[] {
  const over = `created_at < now() - interval '35 days'`;
  return [
    'grant select, delete on feedback_report_count to platform_system',
    `create policy system_select on feedback_report_count for select to platform_system using (${over})`,
    `create policy system_delete on feedback_report_count for delete to platform_system using (${over})`,
  ];
}
