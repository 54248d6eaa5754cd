import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CONFIRMATION_SQL, WITHOUT_CONFIRMATION_SQL } from '#libs/sites/forms';

/** The confirmation of leads by e-mail, and the language of published pages, in which visitors are written to. */
export class LeadConfirmations1797000071000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of CONFIRMATION_SQL) await runner.query(statement);
    await runner.query(`alter table published_page add column language text not null default 'pt-BR'`);
    await runner.query(`
      update published_page set language = page.language from page
      where page.tenant_id = published_page.tenant_id and page.id = published_page.page_id
        and page.language <> published_page.language`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table published_page drop column language');
    for (const statement of WITHOUT_CONFIRMATION_SQL) await runner.query(statement);
  }
}
