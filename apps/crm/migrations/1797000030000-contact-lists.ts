import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql } from '#libs/core/persistence';

/** The indexes of the list of contacts, of its filters and of the timeline. */
export class ContactLists1797000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...SQL, ...systemAccessSql('contact', 'crm', ['select'])]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN_SQL) await runner.query(statement);
  }
}

const ORDERED = { newest: '', stage: 'stage, ', owner: 'owner_id, ' };

const NAME_INDEX = `create index contact__name__ix on contact using gin (tenant_id, name_key gin_trgm_ops) where deleted_at is null`;

const CUSTOM_INDEX = `create index contact__custom__ix on contact using gin (tenant_id, custom jsonb_path_ops) where deleted_at is null`;

const SQL = [
  ...Object.entries(ORDERED).map(
    ([name, columns]) =>
      `create index contact__${name}__ix on contact (tenant_id, ${columns}created_at desc, id desc) where deleted_at is null`,
  ),
  // One index for all filters together: Postgres reads only the columns that a search names.
  `create index contact__filters__ix on contact using gin (
     tenant_id, name_key gin_trgm_ops, tags, custom jsonb_path_ops, stage, lifecycle, owner_id, company_id, country, state, city,
     job_title, source, utm_source, device, os, browser, ip_country, email_status
   ) where deleted_at is null`,
  'drop index contact__name__ix',
  'drop index contact__custom__ix',
];

const DOWN_SQL = [
  NAME_INDEX,
  CUSTOM_INDEX,
  'drop index contact__filters__ix',
  ...Object.keys(ORDERED).map((name) => `drop index contact__${name}__ix`),
  'revoke select on contact from crm_system',
  'drop policy system_select on contact',
];
