import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** How far the daily limits of tenants have grown; campaigns that resume when a day ends. */
export class SendingRamps1798009900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sending_ramp (
        tenant_id text not null,
        doublings smallint not null,
        since date not null,
        judged_on date not null,
        constraint sending_ramp__pk primary key (tenant_id),
        constraint sending_ramp__doublings__ck check (doublings between 0 and 10)
      )`);
    // Who has sent until now is not new. Row-level security would hide the rows from the owner, too.
    await runner.query('alter table usage_counter no force row level security');
    await runner.query(`
      insert into sending_ramp (tenant_id, doublings, since, judged_on)
      select distinct tenant_id, 10, (now() at time zone 'UTC')::date, (now() at time zone 'UTC')::date
      from usage_counter where emails_sent + sms_sent + push_sent > 0`);
    await runner.query('alter table usage_counter force row level security');
    for (const statement of tenantPolicySql('sending_ramp', 'platform')) await runner.query(statement);
    await runner.query('alter table campaign add column resume_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table campaign drop column resume_at');
    await runner.query('drop table sending_ramp');
  }
}
