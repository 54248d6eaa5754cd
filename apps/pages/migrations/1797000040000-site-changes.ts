import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropSiteChangeSql, siteChangeSql } from '#libs/sites/sites';

/** The log by which the runtime learns what changed for visitors. */
export class SiteChanges1797000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of siteChangeSql('pages')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of dropSiteChangeSql()) await runner.query(statement);
  }
}
