import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-mails know the Message-ID that they leave with, from when they are accepted. */
export class InternetMessageIds1799003620000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table message add column internet_message_id text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table message drop column internet_message_id');
  }
}
