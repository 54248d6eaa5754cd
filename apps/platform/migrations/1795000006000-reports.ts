import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Counts for reports: events by hour, channel and template, in the transaction that records them. */
export class Reports1795000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
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
    for (const statement of tenantPolicySql('event_count', 'platform')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table event_count');
  }
}
