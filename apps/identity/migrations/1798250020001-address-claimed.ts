import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When somebody who may not have made the account began to prove its address. */
export class AddressClaimed1798250020001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table email_address add column claimed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table email_address drop column claimed_at');
  }
}
