import type { MigrationInterface, QueryRunner } from 'typeorm';
import { appEventsSql } from '#libs/core/app-events';

/** Events of other apps that were received. */
export class AppEvents1797009900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of appEventsSql('identity')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table app_event_received');
  }
}
