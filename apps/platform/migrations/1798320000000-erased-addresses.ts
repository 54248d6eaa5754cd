import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The address of an erased person stays suppressed: by a keyed hash in its place. */
export class ErasedAddresses1798320000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(reasonsSql("'bounce', 'complaint', 'unsubscribe', 'manual', 'erased'"));
    // Interrupted, it leaves an index that is not valid.
    await runner.query('drop index if exists suppression__erased__ix');
    await runner.query(`
      create index concurrently suppression__erased__ix on suppression (tenant_id, created_at) where reason = 'erased'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists suppression__erased__ix');
    // Row-level security would hide the rows from the owner, too. A version that does not know the hashes cannot use them.
    await runner.query('alter table suppression no force row level security');
    await runner.query(`delete from suppression where reason = 'erased'`);
    await runner.query('alter table suppression force row level security');
    await runner.query(reasonsSql("'bounce', 'complaint', 'unsubscribe', 'manual'"));
  }
}

const reasonsSql = (reasons: string) => `
  alter table suppression drop constraint suppression__reason__ck,
    add constraint suppression__reason__ck check (reason in (${reasons})) not valid`;
