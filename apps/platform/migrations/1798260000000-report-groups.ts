import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/**
 * Totals of hours and days by tag, campaign and environment. A report on one value knows the beginnings of its days, and so
 * reads the rows of that value alone; a list of values reads those of its period.
 */
export class ReportGroups1798260000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table group_total (
        tenant_id text not null,
        dimension text not null,
        span text not null,
        start timestamptz(0) not null,
        value text collate "C" not null,
        channel text not null,
        event text not null,
        count bigint not null,
        constraint group_total__pk primary key (tenant_id, dimension, span, start, value, channel, event)
      ) with (fillfactor = 70)`);
    // What was counted before in production was live. Row-level security would hide it from the owner, too.
    await runner.query('alter table event_total no force row level security');
    await runner.query(`
      insert into group_total (tenant_id, dimension, span, start, value, channel, event, count)
      select tenant_id, 'environment', span, start, 'live', channel, event, count from event_total`);
    await runner.query('alter table event_total force row level security');
    for (const statement of tenantPolicySql('group_total', 'platform')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table group_total');
  }
}
