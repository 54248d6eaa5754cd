import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** A consent withdrawn in the CRM suppresses an address. */
export class ConsentNotices1798010001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [
      sourcesSql("'report', 'link', 'api', 'text', 'crm'"),
      `create table consent_notice (
         tenant_id text not null,
         address text not null,
         suppressed boolean not null,
         occurred_at timestamptz(3) not null,
         constraint consent_notice__pk primary key (tenant_id, address)
       )`,
      ...tenantPolicySql('consent_notice', 'platform'),
    ])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Row-level security would hide the rows from the owner, too.
    await runner.query('alter table suppression no force row level security');
    await runner.query(`update suppression set source = 'api' where source = 'crm'`);
    await runner.query('alter table suppression force row level security');
    await runner.query(sourcesSql("'report', 'link', 'api', 'text'"));
    await runner.query('drop table consent_notice');
  }
}

const sourcesSql = (sources: string) => `
  alter table suppression drop constraint suppression__source__ck,
    add constraint suppression__source__ck check (source in (${sources}))`;
