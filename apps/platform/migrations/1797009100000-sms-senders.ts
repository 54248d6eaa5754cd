import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

/** The numbers and names that a tenant's texts come from, and how many codes were texted to confirm them. */
export class SmsSenders1797009100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sms_sender (
        tenant_id text not null,
        id text collate "C" not null,
        value text collate "C" not null,
        kind text not null,
        is_default boolean not null default false,
        confirmed_at timestamptz(3),
        confirmed_by text,
        code text,
        code_expires_at timestamptz(3),
        code_tries integer not null default 0,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        constraint sms_sender__pk primary key (tenant_id, id),
        constraint sms_sender__id__uq unique (id),
        constraint sms_sender__value__uq unique (tenant_id, value),
        constraint sms_sender__kind__ck check (kind in ('number', 'alphanumeric')),
        constraint sms_sender__confirmed_by__ck check (confirmed_by in ('code', 'operator'))
      )`);
    // A name may be that of several companies; a number has one holder.
    await runner.query(`
      create unique index sms_sender__confirmed_number__uq on sms_sender (value)
      where kind = 'number' and confirmed_at is not null`);
    await runner.query(`create unique index sms_sender__default__uq on sms_sender (tenant_id) where is_default`);
    for (const statement of tenantPolicySql('sms_sender', 'platform')) await runner.query(statement);
    for (const statement of systemAccessSql('sms_sender', 'platform', ['select'])) await runner.query(statement);
    await runner.query(`
      create table sms_code_count (
        subject text collate "C" not null,
        day date not null,
        count integer not null,
        constraint sms_code_count__pk primary key (subject, day)
      )`);
    await runner.query('grant select, insert, update, delete on sms_code_count to platform_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sms_code_count');
    await runner.query('drop table sms_sender');
  }
}
