import type { MigrationInterface, QueryRunner } from 'typeorm';
import { siteTablesSql, SITE_TABLES } from '#libs/sites/sites';

/** Hosts, published pages, redirects and short links: what authoring writes and the runtime serves. */
export class Sites1797000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of siteTablesSql('pages')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of SITE_TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}
