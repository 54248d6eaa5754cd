import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT_DOWN_SQL, auditSchemaSql } from '#libs/core/audit';
import { outboxSql } from '#libs/core/jobs';
import { FOUNDATION_DOWN_SQL, foundationSql } from '#libs/core/persistence';

const APP = 'mail';

/** Creates the tables and roles that every app has: read-only roles, the tenant of a transaction, the outbox, the audit log. */
export class Foundation1797000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...foundationSql(APP), ...outboxSql(APP), ...auditSchemaSql(APP)])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...AUDIT_DOWN_SQL, 'drop table outbox', ...FOUNDATION_DOWN_SQL])
      await runner.query(statement);
  }
}
