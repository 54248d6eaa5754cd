import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropExperimentTablesSql, experimentTablesSql } from '#libs/sites/experiments';
import { dropPublishedVariantSql, publishedVariantSql } from '#libs/sites/sites';

/** Experiments with versions of pages, and routing of visitors to versions. */
export class Experiments1798460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...publishedVariantSql('pages'), ...experimentTablesSql('pages')])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...dropExperimentTablesSql(), ...dropPublishedVariantSql()]) await runner.query(statement);
  }
}
