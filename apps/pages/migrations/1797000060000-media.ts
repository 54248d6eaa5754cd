import type { MigrationInterface, QueryRunner } from 'typeorm';
import { MEDIA_TABLES, mediaTablesSql } from '#libs/sites/sites';

/** Pictures and their files, whose contents are blobs. */
export class Media1797000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of mediaTablesSql('pages')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of MEDIA_TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}
