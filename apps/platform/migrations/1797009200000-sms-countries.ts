import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** The countries that a tenant's texts go to, and the segments that count towards its quota. */
export class SmsCountries1797009200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sms_country_list (
        tenant_id text not null,
        countries text[] not null,
        updated_at timestamptz(3) not null default now(),
        constraint sms_country_list__pk primary key (tenant_id)
      )`);
    for (const statement of tenantPolicySql('sms_country_list', 'platform')) await runner.query(statement);
    await runner.query('alter table usage_counter add column sms_segments bigint not null default 0');
    // Row-level security would hide the rows from the owner, too.
    await runner.query('alter table usage_counter no force row level security');
    await runner.query('update usage_counter set sms_segments = sms_sent where sms_sent > 0');
    await runner.query('alter table usage_counter force row level security');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table usage_counter drop column sms_segments');
    await runner.query('drop table sms_country_list');
  }
}
