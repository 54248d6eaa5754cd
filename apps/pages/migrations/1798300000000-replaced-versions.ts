import type { MigrationInterface, QueryRunner } from 'typeorm';
import { nextPosition } from '#libs/core/persistence';
import { replacedVersionSql } from '#libs/sites/sites';

/** The versions of pages that visitors may still have open. */
export class ReplacedVersions1798300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of replacedVersionSql('pages')) await runner.query(statement);
    await renderAll(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table replaced_version');
  }
}

/** Pages that are published already get their bytes anew, which say what their forms are. */
async function renderAll(runner: QueryRunner): Promise<void> {
  const tables = ['published_page', 'outbox'];
  // The policies are forced upon the owner, too, who has to see all rows.
  for (const table of tables) await runner.query(`alter table ${table} no force row level security`);
  const tenants = await runner.query(
    `select distinct tenant_id as "tenantId" from published_page where form_ids <> '{}'`,
  );
  for (const { tenantId } of tenants as { tenantId: string }[])
    await runner.query(
      `insert into outbox (id, tenant_id, kind, payload) values ($1, $2, 'pages.outdated', '{"all": true}')`,
      [nextPosition(), tenantId],
    );
  for (const table of tables) await runner.query(`alter table ${table} force row level security`);
}
