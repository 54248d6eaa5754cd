import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = {
  // With the other filters, so that one index answers texts and them.
  contact__filter_keys__ix: `using gin (
    tenant_id collate "C", filter_keys, stage, lifecycle, owner_id, company_id, country, device, ip_country, email_status
  ) where deleted_at is null`,
  // Of what a worker has left to fill: empty but after an upgrade.
  contact__unkeyed__ix: `(tenant_id collate "C", id) where filter_keys is null`,
};

/**
 * The texts of contacts in the form in which lists look for them. Workers of the new version fill the column. The index of the
 * other filters keeps the columns of these texts, for processes of the version before.
 */
export class FilterKeys1798340400000 implements MigrationInterface {
  /** The indexes are made while contacts are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact add column if not exists filter_keys text[]');
    await runner.query('grant select (filter_keys) on contact to crm_system');
    for (const [index, on] of Object.entries(INDEXES)) {
      await runner.query(`drop index if exists ${index}`);
      await runner.query(`create index concurrently ${index} on contact ${on}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact drop column filter_keys');
  }
}
