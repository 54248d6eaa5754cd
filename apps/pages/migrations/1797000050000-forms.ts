import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FORM_TABLES, formTablesSql } from '#libs/forms';
import { idempotencySql } from '#libs/idempotency';

/** Forms, what was sent by them, and the answers to calls that may be repeated. */
export class Forms1797000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...formTablesSql('pages'), ...idempotencySql('pages')]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['idempotency_key', ...FORM_TABLES.toReversed()]) await runner.query(`drop table ${table}`);
  }
}
