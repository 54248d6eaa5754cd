import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records what was left out of rows that were imported. */
export class ImportWarnings1798310000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_import add column warnings integer not null default 0');
    await runner.query('alter table contact_import_error add column is_warning boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_import_error drop column is_warning');
    await runner.query('alter table contact_import drop column warnings');
  }
}
