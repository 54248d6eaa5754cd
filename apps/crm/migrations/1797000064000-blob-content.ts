import type { MigrationInterface, QueryRunner } from 'typeorm';
import { blobContentSql } from '#libs/core/storage';

export class BlobContent1797000064000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of blobContentSql()) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('alter table blob drop column content');
  }
}
