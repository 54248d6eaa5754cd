import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT_DOWN_SQL, auditSchemaSql } from '#libs/core/audit';
import { outboxSql } from '#libs/core/jobs';
import { FOUNDATION_DOWN_SQL, foundationSql } from '#libs/core/persistence';

const APP = 'crm';

/** Basis that every app has: roles that may look in, the tenant of a transaction, the outbox and the audit log. */
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
