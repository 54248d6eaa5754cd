import type { MigrationInterface, QueryRunner } from 'typeorm';

/** By which way a received message came to us: what its Received field says in a download. */
export class ReceivedField1798310400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mail_message add column received text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mail_message drop column received');
  }
}
