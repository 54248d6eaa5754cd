import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contacts have the id that the tenant's own system knows them by, unique in the account. */
export class ExternalIds1799003610000 implements MigrationInterface {
  /** The index is made while contacts are written. Interrupted, it begins again. */
  readonly transaction = false;

  /** Deferrable as the others: an import may hand an id from one contact to another. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact add column if not exists external_id text collate "C"');
    await runner.query('alter table contact drop constraint if exists contact__external_id__uq');
    await runner.query('drop index if exists contact__external_id__uq');
    await runner.query('create unique index concurrently contact__external_id__uq on contact (external_id, tenant_id)');
    await runner.query(`
      alter table contact
        add constraint contact__external_id__uq unique using index contact__external_id__uq deferrable`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact drop column if exists external_id');
  }
}
