import type { MigrationInterface, QueryRunner } from 'typeorm';
import { DROP_FOLD_TEXT, foldTextSql } from '../src/fold-text.sql.js';

const INDEXES = {
  contact_identifier__domain__ix: `contact_identifier (tenant_id, domain_index) where domain_index is not null`,
  // Contacts in the order in which they fall silent.
  contact__last_deed__ix: `contact (
    tenant_id, (case when last_person_activity_at is null then created_at else last_person_activity_at end), id)
    where deleted_at is null and anonymized_at is null`,
  // Rows that a worker has left to fill: none but after an upgrade.
  contact_identifier__undomained__ix: `contact_identifier (tenant_id collate "C", id) where kind = 'email' and domain_index is null`,
  lead_receipt__formless__ix: `lead_receipt (tenant_id collate "C", lead_id) where contact_id is not null and form_id is null`,
};

/**
 * Columns and functions by which criteria compare: texts without case and accents, the domains of e-mail addresses, the forms and pages of
 * leads; and the order in which contacts fall silent.
 * Workers of the new version fill the columns.
 */
export class Criteria1799000030000 implements MigrationInterface {
  /** The indexes are made while contacts are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...foldTextSql(), ...COLUMNS]) await runner.query(statement);
    for (const [index, on] of Object.entries(INDEXES)) {
      await runner.query(`drop index if exists ${index}`);
      await runner.query(`create index concurrently ${index} on ${on}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index contact__last_deed__ix');
    await runner.query('drop policy system_select on contact_identifier');
    await runner.query('drop policy system_select on lead_receipt');
    await runner.query('revoke select on contact_identifier, lead_receipt from crm_system');
    await runner.query('alter table lead_receipt drop column form_id, drop column page_id');
    await runner.query('alter table contact_identifier drop column domain_index');
    for (const statement of DROP_FOLD_TEXT) await runner.query(statement);
  }
}

const COLUMNS = [
  'alter table contact_identifier add column if not exists domain_index bytea',
  'alter table lead_receipt add column if not exists form_id text collate "C", add column if not exists page_id text collate "C"',
  // The system role finds what has to be filled, and reads no value.
  ...['contact_identifier', 'lead_receipt'].flatMap((table) => [
    `drop policy if exists system_select on ${table}`,
    `create policy system_select on ${table} for select to crm_system using (true)`,
  ]),
  'grant select (tenant_id, id, kind, domain_index) on contact_identifier to crm_system',
  'grant select (tenant_id, lead_id, contact_id, form_id) on lead_receipt to crm_system',
];
