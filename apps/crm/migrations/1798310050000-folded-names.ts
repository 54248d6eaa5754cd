import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Letters that have no accent to take off, and what they are folded to; apostrophes go. */
const LETTERS = `translate(name_key, 'łøđðıħŧ''’‘ʼ´\`', 'loddiht')`;
const FOLDED = `replace(replace(replace(replace(${LETTERS}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')`;
const CONCERNED = `name_key ~ '[łøđðıħŧßæœþ''’‘ʼ´\`]'`;

/** Folds the stored names as names are folded from now on, so that searches find them. */
export class FoldedNames1798310050000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['contact', 'company']) await runner.query(`alter table ${table} no force row level security`);
    await runner.query(`update contact set name_key = ${FOLDED} where ${CONCERNED}`);
    // Of companies that would have one name, the others keep the key that they have.
    await runner.query(`
      update company set name_key = given.folded from (
        select tenant_id, id, ${FOLDED} as folded,
               row_number() over (partition by tenant_id, ${FOLDED} order by id) as n
          from company where deleted_at is null and ${CONCERNED}
      ) given
      where company.tenant_id = given.tenant_id and company.id = given.id and given.n = 1 and not exists (
        select from company other where other.tenant_id = given.tenant_id and other.id <> given.id
           and other.deleted_at is null and other.name_key = given.folded)`);
    for (const table of ['contact', 'company']) await runner.query(`alter table ${table} force row level security`);
  }

  async down(): Promise<void> {
    // The names themselves are unchanged.
  }
}
