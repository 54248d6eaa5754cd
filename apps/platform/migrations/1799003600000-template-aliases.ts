import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Templates have an alias beside their id: a name that programs send by, unique in the account. */
export class TemplateAliases1799003600000 implements MigrationInterface {
  /** The index is made while templates are written. Interrupted, it begins again. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table template add column if not exists alias text collate "C"');
    await runner.query('drop index if exists template__alias__uq');
    await runner.query(`
      create unique index concurrently template__alias__uq on template (tenant_id, alias) where alias is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists template__alias__uq');
    await runner.query('alter table template drop column if exists alias');
  }
}
