import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators find users by a part of an address; an index of its trigrams keeps that from reading every address. */
export class AddressSearch1799003200000 implements MigrationInterface {
  /** The index is made while people register. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create extension if not exists pg_trgm');
    await runner.query('drop index if exists email_address__email_parts__ix');
    await runner.query(
      'create index concurrently email_address__email_parts__ix on email_address using gin (email gin_trgm_ops)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index email_address__email_parts__ix');
  }
}
