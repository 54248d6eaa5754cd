import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A process of the version without double opt-in takes members off a list and leaves the count of pending ones as it is:
 * for a time that may be more than there are members. The check said otherwise in databases that had it early.
 */
export class PendingCounts1798295020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table contact_list
        drop constraint contact_list__pending_count__ck,
        add constraint contact_list__pending_count__ck check (pending_count >= 0) not valid`);
  }

  /** The stricter check would not bear the rows that were written meanwhile. */
  async down(): Promise<void> {}
}
