import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemAccessSql } from '#libs/core/persistence';

/** Columns that the search of contacts reads; see decision 46. */
const CONTACT_COLUMNS = [
  'tenant_id',
  'id',
  'created_at',
  'deleted_at',
  'name_key',
  'tags',
  'custom',
  'stage',
  'lifecycle',
  'owner_id',
  'company_id',
  'country',
  'state',
  'city',
  'job_title',
  'source',
  'utm_source',
  'device',
  'os',
  'browser',
  'ip_country',
  'email_status',
];

/** Columns that find the merges which cannot be undone any more. */
const MERGE_COLUMNS = ['tenant_id', 'id', 'merged_contact_id', 'expires_at', 'expired_at', 'undone_at'];

/** These go with their import, by a foreign key. */
const OF_IMPORTS = ['contact_import_error', 'contact_import_change'];

/** The system role reads of contacts, merges and imports what it needs, and no key, name or undo data. */
export class NarrowSystemAccess1797000062000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of [
      ['contact', CONTACT_COLUMNS],
      ['contact_merge', MERGE_COLUMNS],
    ] as const) {
      await runner.query(`revoke select on ${table} from crm_system`);
      await runner.query(`grant select (${columns.join(', ')}) on ${table} to crm_system`);
    }
    for (const table of OF_IMPORTS) {
      await runner.query(`revoke all on ${table} from crm_system`);
      for (const verb of ['select', 'delete']) await runner.query(`drop policy system_${verb} on ${table}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['contact', 'contact_merge']) {
      await runner.query(`revoke all on ${table} from crm_system`);
      await runner.query(`grant select on ${table} to crm_system`);
    }
    for (const table of OF_IMPORTS)
      for (const statement of systemAccessSql(table, 'crm', ['select', 'delete'])) await runner.query(statement);
  }
}
