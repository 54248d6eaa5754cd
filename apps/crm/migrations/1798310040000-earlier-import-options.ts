import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives imports of before there were options the ones that they were read by. */
export class EarlierImportOptions1798310040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table contact_import no force row level security');
    await runner.query(`update contact_import set options = jsonb_build_object(
        'columns', (select coalesce(jsonb_agg(name), '[]') from jsonb_object_keys(mapping) as name),
        'sheet', null, 'headerRow', null, 'dateFormat', null, 'decimalSeparator', null,
        'ignoresInvalid', false, 'startsJourneys', false)
      where options = '{}'`);
    await runner.query('alter table contact_import force row level security');
  }

  async down(): Promise<void> {
    // The column goes with the migration before.
  }
}
