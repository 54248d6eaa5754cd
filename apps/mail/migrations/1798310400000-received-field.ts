import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the Received field that a download of a received message begins with. */
export class ReceivedField1798310400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mail_message add column received text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mail_message drop column received');
  }
}
