import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Maintenance finds the tenants whose totals of tags are older than their messages, by an index that costs next to nothing:
 * totals come in the order of time. The values themselves it does not see.
 */
export class TagTotals1798290000000 implements MigrationInterface {
  /** The index is made while totals are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const statements = [
      `drop index if exists group_total__start__ix`,
      `create index concurrently group_total__start__ix on group_total using brin (start) with (pages_per_range = 16)`,
      `drop policy if exists system_select on group_total`,
      `create policy system_select on group_total for select to platform_system using (dimension = 'tag')`,
      `grant select (tenant_id, dimension, start) on group_total to platform_system`,
    ];
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    const statements = [
      'drop policy system_select on group_total',
      'revoke select (tenant_id, dimension, start) on group_total from platform_system',
      'drop index group_total__start__ix',
      // The version before knows no dimension but those of reports.
      'alter table group_total no force row level security',
      `delete from group_total where dimension = 'tag-values'`,
      'alter table group_total force row level security',
    ];
    for (const statement of statements) await runner.query(statement);
  }
}
