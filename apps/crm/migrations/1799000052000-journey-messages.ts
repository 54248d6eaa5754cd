import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many messages each step of a journey has asked for, by day. */
export class JourneyMessages1799000052000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table journey_count add column requested integer not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table journey_count drop column requested');
  }
}
