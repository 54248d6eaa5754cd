import type { MigrationInterface, QueryRunner } from 'typeorm';
import { TAG_TABLES, tagTablesSql } from '#libs/sites/tags';

/** Tags of pages with the decisions of visitors, and where a visitor goes after a form. */
export class SiteTags1798530000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tagTablesSql('pages')) await runner.query(statement);
    await runner.query('alter table form add column redirect_to text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table form drop column redirect_to');
    for (const table of TAG_TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}
