import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AUDIT_DOWN_SQL, auditSchemaSql } from '#libs/core/audit';

/** The audit log of the platform. */
export class Audit1796000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of auditSchemaSql('platform')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of AUDIT_DOWN_SQL) await runner.query(statement);
  }
}
