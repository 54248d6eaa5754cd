import type { MigrationInterface, QueryRunner } from 'typeorm';
import { QUEUE_HOLD_DOWN_SQL, queueHoldSql } from '#libs/core/jobs';

export class QueueHold1798250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of queueHoldSql('mail')) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(QUEUE_HOLD_DOWN_SQL);
  }
}
