import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the file of an import is read. Those of before read a file as it shows itself. */
export class ImportOptions1798310030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table contact_import add column options jsonb not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_import drop column options');
  }
}
