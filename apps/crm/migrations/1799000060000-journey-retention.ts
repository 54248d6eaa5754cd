import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns by which the retention finds enrollments that ended long ago. */
const SYSTEM_COLUMNS = {
  journey: ['reentry'],
  enrollment: ['id', 'journey_id', 'contact_id', 'entered_at', 'ended_at'],
  enrollment_step: ['tenant_id', 'enrollment_id'],
} as const;

/** Ended enrollments are deleted after a time, and the interruption of a journey is an event beside those of alerts. */
export class JourneyRetention1799000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of SQL) await runner.query(statement);
    for (const [table, columns] of Object.entries(SYSTEM_COLUMNS))
      await runner.query(`grant select (${columns.join(', ')}) on ${table} to crm_system`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(SYSTEM_COLUMNS))
      await runner.query(`revoke select (${columns.join(', ')}) on ${table} from crm_system`);
    await runner.query('revoke delete on enrollment, enrollment_step from crm_system');
    for (const table of ['enrollment', 'enrollment_step']) await runner.query(`drop policy system_delete on ${table}`);
    await runner.query('drop policy system_select on enrollment_step');
    await runner.query('drop index enrollment__ended__ix');
    await runner.query('delete from alert_event where alert_id is null');
    await runner.query('alter table alert_event drop constraint alert_event__subject__ck, drop column journey_id');
    await runner.query('alter table alert_event alter column alert_id set not null');
  }
}

const SQL = [
  `alter table alert_event alter column alert_id drop not null, add column journey_id uuid,
     add constraint alert_event__subject__ck check (num_nonnulls(alert_id, journey_id) = 1)`,
  `create index enrollment__ended__ix on enrollment (ended_at) where state = 'ended'`,
  `create policy system_delete on enrollment for delete to crm_system using (state = 'ended')`,
  'create policy system_select on enrollment_step for select to crm_system using (true)',
  'create policy system_delete on enrollment_step for delete to crm_system using (true)',
  'grant delete on enrollment, enrollment_step to crm_system',
];
