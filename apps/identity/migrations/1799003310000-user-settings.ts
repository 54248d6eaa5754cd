import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Language and time zone that a user has chosen. */
export class UserSettings1799003310000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table user_account add column chosen_language text, add column time_zone text,
        add constraint user_account__chosen_language__ck check (chosen_language in ('en', 'pt', 'es')) not valid`);
    await runner.query('alter table user_account validate constraint user_account__chosen_language__ck');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table user_account drop column chosen_language, drop column time_zone');
  }
}
