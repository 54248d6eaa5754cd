import type { MigrationInterface, QueryRunner } from 'typeorm';
import { REPLAY_TABLES, replayTablesSql } from '#libs/sites/replay';

const DAY_MS = 86_400_000;
/** Days that have partitions from the beginning; the maintenance adds the others. */
const DAYS_AHEAD = 14;

/** Recordings of what visitors did. */
export class Replay1798440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of replayTablesSql('pages')) await runner.query(statement);
    for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1)
      await runner.query('select add_replay_day($1::date)', [new Date(Date.now() + ahead * DAY_MS).toISOString()]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function add_replay_day(date), drop_replay_day(date)');
    for (const table of REPLAY_TABLES.toReversed()) await runner.query(`drop table ${table}`);
  }
}
