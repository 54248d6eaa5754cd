import type { MigrationInterface, QueryRunner } from 'typeorm';
import { outboxContextSql } from '#libs/core/jobs';

/** Jobs carry the context that they were enqueued in. */
export class JobContext1797000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of outboxContextSql()) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table outbox drop column context');
  }
}
