import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the lead of a visitor with consent, of whose visits the CRM is told. */
export class LeadsOfVisitors1799000020000 implements MigrationInterface {
  /** The index is made while leads are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists visitor_lead__visitor__ix');
    await runner.query(
      'create index concurrently visitor_lead__visitor__ix on visitor_lead (tenant_id, visitor_id, at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index visitor_lead__visitor__ix');
  }
}
