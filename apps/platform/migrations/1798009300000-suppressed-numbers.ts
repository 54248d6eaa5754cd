import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A number may be suppressed for one sender of texts alone; an empty sender stands for all. */
export class SuppressedNumbers1798009300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table suppression
        add column sender text collate "C" not null default '',
        drop constraint suppression__pk,
        add constraint suppression__pk primary key (tenant_id, address, sender)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Row-level security would hide the rows from the owner, too.
    await runner.query('alter table suppression no force row level security');
    await runner.query(`delete from suppression where sender <> ''`);
    await runner.query('alter table suppression force row level security');
    await runner.query(`
      alter table suppression
        drop constraint suppression__pk,
        drop column sender,
        add constraint suppression__pk primary key (tenant_id, address)`);
  }
}
