import type { MigrationInterface, QueryRunner } from 'typeorm';
import { FORM_TABLES, formTablesSql } from '#libs/sites/forms';
import { idempotencySql } from '#libs/core/idempotency';
import { blobTableSql } from '#libs/core/storage';

/** Forms, what was sent by them, the answers to calls that may be repeated, and stored files. */
export class Forms1797000050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...formTablesSql('pages'), ...idempotencySql('pages'), ...blobTableSql('pages')])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['blob', 'idempotency_key', ...FORM_TABLES.toReversed()])
      await runner.query(`drop table ${table}`);
  }
}
