import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that another app asked for know what for, so that it can be told what becomes of them. */
export class MessageOrigins1799000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table message add column origin text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table message drop column origin');
  }
}
