import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tenantPolicySql } from '#libs/core/persistence';

/** Files of contacts that left an account. */
export class ContactExports1797000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...tenantPolicySql('contact_export', 'crm')]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table contact_export');
  }
}

const SQL = [
  `create table contact_export (
     tenant_id text not null,
     id uuid not null,
     author_id text collate "C" not null,
     filters text[] not null,
     row_limit integer not null,
     created_at timestamptz(3) not null default now(),
     constraint contact_export__pk primary key (tenant_id, id)
   )`,
  `create index contact_export__created__ix on contact_export (tenant_id, created_at)`,
];
