import { readFileSync } from 'node:fs';
import type { QueryRunner } from 'typeorm';
import { describe, expect, it } from 'vitest';
import type { Migrations } from '#libs/persistence';
import { migrations as crm } from '../../apps/crm/migrations/index.js';
import { migrations as identity } from '../../apps/identity/migrations/index.js';
import { migrations as mail } from '../../apps/mail/migrations/index.js';
import { migrations as pages } from '../../apps/pages/migrations/index.js';
import { migrations as platform } from '../../apps/platform/migrations/index.js';

/** How many of the newest migrations of each app are looked at, and from which version on all are. */
const NEWEST = 3;
const FROM = 1_798_200_000_000;

const APPS: Record<string, Migrations> = { identity, platform, mail, pages, crm };

/** Written down in docs/operations.md, because the processes of the version before cannot run beside them. */
const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

const versionOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0]);

/** What a migration sends; it runs nothing. */
async function statementsOf(migration: Migrations[number]): Promise<string[]> {
  const statements: string[] = [];
  const query = async (text: string) => {
    statements.push(text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase());
    return [];
  };
  await new migration().up({ query } as unknown as QueryRunner);
  return statements;
}

const TABLE = String.raw`(?:if (?:not )?exists )?(?:public\.)?"?(\w+)"?`;

/** What the version before does not bear, or what locks a table in use for as long as it takes. */
function faultsOf(statements: string[]): string[] {
  const own = new Set(statements.flatMap((one) => new RegExp(`^create table ${TABLE}`).exec(one)?.[1] ?? []));
  return statements.filter((statement) => {
    const altered = new RegExp(`^alter table (?:only )?${TABLE}`).exec(statement)?.[1];
    const indexed = new RegExp(String.raw`^create (?:unique )?index (?!concurrently).*? on ${TABLE}`).exec(
      statement,
    )?.[1];
    if (/^drop (table|view|sequence|type|schema)/.test(statement)) return true;
    if (indexed !== undefined) return !own.has(indexed);
    if (altered === undefined || own.has(altered)) return false;
    if (/ (drop column|drop constraint|rename|set not null|drop default|type) ?/.test(statement)) {
      return !/ drop constraint .* add constraint .* not valid/.test(statement);
    }
    if (/ add (column )?(if not exists )?\w+ .*not null/.test(statement))
      return !/ default | generated /.test(statement);
    return / add constraint /.test(statement) && !/ not valid/.test(statement);
  });
}

describe.each(Object.keys(APPS))('the newest migrations of %s', (app) => {
  const all = APPS[app]!;
  const recent = all.filter(({ name }, index) => index >= all.length - NEWEST || versionOf(name) >= FROM);

  it('have versions of their own, by which they run', () => {
    const versions = recent.map(({ name }) => versionOf(name));
    expect(versions).not.toContain(NaN);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it.each(recent.map((migration) => [migration.name, migration] as const))(
    '%s adds and takes nothing away, and locks no table for long, or is in the table of docs/operations.md',
    async (name, migration) => {
      const faults = faultsOf(await statementsOf(migration));
      const file = name
        .replace(/\d{13}$/, '')
        .replaceAll(/(?<!^)([A-Z])/g, '-$1')
        .toLowerCase();
      if (operations.includes(`\`${file}\``)) return;
      expect(faults, `${app}: ${file}`).toEqual([]);
    },
  );
});

describe('the look at migrations', () => {
  it.each([
    'drop table message',
    'alter table message rename column a to b',
    'alter table message add column a text not null',
    'alter table message alter column a set not null',
    'alter table message drop column a',
    'create index message__a__ix on message (a)',
    'alter table message add constraint message__a__ck check (a > 0)',
  ])('finds %s', (statement) => {
    expect(faultsOf([statement])).toEqual([statement]);
  });

  it.each([
    'alter table message add column a text',
    `alter table message add column a text not null default ''`,
    'create index concurrently message__a__ix on message (a)',
    'alter table message add constraint message__a__ck check (a > 0) not valid',
    'create table note (id text)',
  ])('lets %s pass', (statement) => {
    expect(faultsOf([statement])).toEqual([]);
  });

  it('lets a migration do to its own table what it likes', () => {
    expect(faultsOf(['create table note (id text)', 'create index note__id__ix on note (id)'])).toEqual([]);
  });
});
