import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The address of a contact in lower case, as a column with an index. Row-level security keeps the role of the app from an index on
 * `lower(email)`, since `lower` is not leakproof: each look for an address read the whole address book of its mailbox.
 */
export class AddressKeys1799004020000 implements MigrationInterface {
  /** The index is made while address books are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table mailbox_contact add column if not exists email_key text generated always as (lower(email)) stored',
    );
    await runner.query('drop index if exists mailbox_contact__email_key__ix');
    await runner.query(
      'create index concurrently mailbox_contact__email_key__ix on mailbox_contact (email_key, mailbox_id, tenant_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists mailbox_contact__email_key__ix');
    await runner.query('alter table mailbox_contact drop column if exists email_key');
  }
}
