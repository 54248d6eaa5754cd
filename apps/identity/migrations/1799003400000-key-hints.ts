import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last characters of each API key, by which a user tells two of them apart. */
export class KeyHints1799003400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key add column hint text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table api_key drop column hint');
  }
}
