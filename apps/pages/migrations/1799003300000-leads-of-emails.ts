import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the newest leads of an address, in whatever case it was typed. */
export class LeadsOfEmails1799003300000 implements MigrationInterface {
  /** The index is made while leads are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists lead__email__ix');
    await runner.query(`
      create index concurrently lead__email__ix on lead (tenant_id, lower(email), id)
        where email is not null and not is_spam`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index lead__email__ix');
  }
}
