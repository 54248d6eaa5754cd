import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Depths and ages of queues, by hour: operators see how they were, not only how they are. */
export class QueueSamples1799003200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table queue_sample (
       hour timestamptz(0) not null,
       kind text not null,
       due integer not null,
       dead integer not null,
       oldest_seconds integer not null,
       constraint queue_sample__pk primary key (hour, kind)
     ) with (fillfactor = 70)`);
    await runner.query('grant select, insert, update, delete on queue_sample to platform_system');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table queue_sample');
  }
}
