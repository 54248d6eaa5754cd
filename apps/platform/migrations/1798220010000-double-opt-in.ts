import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Members of a list may have to confirm by e-mail that they want to be on it. Those that are there already stay. */
export class DoubleOptIn1798220010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table contact_list
        add column double_opt_in boolean not null default false,
        add column language text not null default 'en',
        add column pending_count integer not null default 0,
        add constraint contact_list__language__ck check (language in ('en', 'pt', 'es')) not valid,
        add constraint contact_list__pending_count__ck check (pending_count >= 0) not valid`);
    await runner.query(`
      alter table contact_list_member
        add column pending_since timestamptz(3),
        add column asked_at timestamptz(3),
        add column asks smallint not null default 0,
        add column confirmed_at timestamptz(3),
        add column confirmed_ip text,
        add column confirmed_user_agent text,
        add column consent_note text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    // Without the confirmation nobody may write to those who have not given it. Row-level security would hide the rows
    // from the owner, too.
    await runner.query('alter table contact_list_member no force row level security');
    await runner.query('alter table contact_list no force row level security');
    await runner.query('update contact_list set member_count = member_count - pending_count, pending_count = 0');
    await runner.query('delete from contact_list_member where pending_since is not null');
    await runner.query('alter table contact_list force row level security');
    await runner.query('alter table contact_list_member force row level security');
    await runner.query(`
      alter table contact_list_member drop column pending_since, drop column asked_at, drop column asks,
        drop column confirmed_at, drop column confirmed_ip, drop column confirmed_user_agent, drop column consent_note`);
    await runner.query(`
      alter table contact_list drop column double_opt_in, drop column language, drop column pending_count`);
  }
}
