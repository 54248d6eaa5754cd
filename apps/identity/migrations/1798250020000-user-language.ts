import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The language of mail that no request of its reader causes. */
export class UserLanguage1798250020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table user_account add column language text,
        add constraint user_account__language__ck check (language in ('en', 'pt', 'es')) not valid`);
    await runner.query('alter table user_account validate constraint user_account__language__ck');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table user_account drop column language');
  }
}
