import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql, tenantPolicySql } from '#libs/core/persistence';

const APP = 'mail';

/** The domains that Platform receives for. They are looked up before the tenant is known. */
export class PassedDomains1799004000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `create table passed_domain (
         tenant_id text not null,
         name text collate "C" not null,
         is_passed boolean not null,
         told_by uuid not null,
         constraint passed_domain__pk primary key (tenant_id, name)
       )`,
      `create index passed_domain__passed__ix on passed_domain (name) where is_passed`,
      ...tenantPolicySql('passed_domain', APP),
      ...systemAccessSql('passed_domain', APP, ['select']),
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table passed_domain');
  }
}
