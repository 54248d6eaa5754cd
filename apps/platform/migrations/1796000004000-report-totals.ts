import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

const TABLES = ['event_total', 'template_total'];

/**
 * Totals of hours and of whole days, apart for all messages and for those of each template, in place of one count by
 * hour and template: a report over months then reads a row a day, however many templates there are.
 */
export class ReportTotals1796000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table event_total (
        tenant_id text not null,
        span text not null,
        start timestamptz(0) not null,
        channel text not null,
        event text not null,
        count bigint not null,
        constraint event_total__pk primary key (tenant_id, span, start, channel, event)
      ) with (fillfactor = 70)`);
    await runner.query(`
      create table template_total (
        tenant_id text not null,
        span text not null,
        start timestamptz(0) not null,
        channel text not null,
        template_id text not null,
        event text not null,
        count bigint not null,
        constraint template_total__pk primary key (tenant_id, span, start, channel, template_id, event)
      ) with (fillfactor = 70)`);
    await this.fill(runner);
    for (const table of TABLES) {
      for (const statement of tenantPolicySql(table, 'platform')) await runner.query(statement);
    }
    await runner.query('drop table event_count');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table event_count (
        tenant_id text not null,
        hour timestamptz(0) not null,
        channel text not null,
        template_id text not null default '',
        event text not null,
        count bigint not null,
        constraint event_count__pk primary key (tenant_id, hour, channel, template_id, event)
      ) with (fillfactor = 70)`);
    for (const table of TABLES) await runner.query(`alter table ${table} no force row level security`);
    await runner.query(`
      insert into event_count (tenant_id, hour, channel, template_id, event, count)
      select tenant_id, start, channel, template_id, event, count from template_total where span = 'hour'
      union all
      select a.tenant_id, a.start, a.channel, '', a.event, a.count - coalesce(sum(t.count), 0)
      from event_total a left join template_total t using (tenant_id, span, start, channel, event)
      where a.span = 'hour' group by a.tenant_id, a.start, a.channel, a.event, a.count
      having a.count > coalesce(sum(t.count), 0)`);
    for (const statement of tenantPolicySql('event_count', 'platform')) await runner.query(statement);
    for (const table of TABLES) await runner.query(`drop table ${table}`);
  }

  /** From what was counted before. Row-level security would hide it from the owner, too. */
  private async fill(runner: QueryRunner): Promise<void> {
    await runner.query('alter table event_count no force row level security');
    await runner.query(`
      insert into event_total (tenant_id, span, start, channel, event, count)
      select tenant_id, span, date_trunc(span, hour, 'UTC'), channel, event, sum(count)
      from event_count cross join unnest(array['day', 'hour']) as span group by 1, 2, 3, 4, 5`);
    await runner.query(`
      insert into template_total (tenant_id, span, start, channel, template_id, event, count)
      select tenant_id, span, date_trunc(span, hour, 'UTC'), channel, template_id, event, sum(count)
      from event_count cross join unnest(array['day', 'hour']) as span
      where template_id <> '' group by 1, 2, 3, 4, 5, 6`);
  }
}
