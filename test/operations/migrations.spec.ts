import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Migrations } from '#libs/core/persistence';
import { migrations as crm } from '../../apps/crm/migrations/index.js';
import { migrations as identity } from '../../apps/identity/migrations/index.js';
import { migrations as mail } from '../../apps/mail/migrations/index.js';
import { migrations as pages } from '../../apps/pages/migrations/index.js';
import { migrations as platform } from '../../apps/platform/migrations/index.js';
import { faultsOf, statementsOf } from './migration-faults.js';

/** From this migration on, all are looked at. */
const FROM = 1_798_082_410_000;

const APPS: Record<string, Migrations> = { identity, platform, mail, pages, crm };

const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const [, afterHeading = ''] = operations.split('### Upgrades that lock a table\n');
const [section = ''] = afterHeading.split(/^#/m);

/** Migrations during which processes wait, as `app migration`. */
const LISTED = [...section.matchAll(/^\| (\w+) +\| `([\w-]+)` +\|/gm)].map(([, app, file]) => `${app} ${file}`);

const versionOf = (name: string): number => Number(/\d{13}$/.exec(name)?.[0]);

const fileOf = (name: string): string =>
  name
    .replace(/\d{13}$/, '')
    .replaceAll(/(?<!^)([A-Z])/g, '-$1')
    .toLowerCase();

const pastOrPresent = Object.entries(APPS).flatMap(([app, all]) => all.map(({ name }) => `${app} ${fileOf(name)}`));

describe.each(Object.keys(APPS))('the migrations of %s', (app) => {
  const all = APPS[app]!;

  it('have versions of their own, by which they run', () => {
    const versions = all.map(({ name }) => versionOf(name));
    expect(versions).not.toContain(NaN);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it.each(
    all
      .filter(({ name }) => versionOf(name) >= FROM && !LISTED.includes(`${app} ${fileOf(name)}`))
      .map((migration) => [migration.name, migration] as const),
  )('%s adds and takes nothing away, and locks no table for long', async (_name, migration) => {
    expect(faultsOf(await statementsOf(migration))).toEqual([]);
  });
});

it('the table of upgrades that lock a table names migrations that there are', () => {
  expect(LISTED.length).toBeGreaterThan(0);
  expect(LISTED.filter((one) => !pastOrPresent.includes(one))).toEqual([]);
});

const faultsIn = (statements: string[]) => faultsOf({ statements, inTransaction: true });

describe('the look at migrations', () => {
  it.each([
    'drop table message',
    'truncate message',
    'revoke update on message from pages_app',
    'drop function add_month(text, date)',
    'alter table message rename column a to b',
    'alter table message add column a text not null',
    'alter table message add column a uuid not null default gen_random_uuid()',
    'alter table message add column a text references note (id)',
    'alter table message add column a integer check (a > 0)',
    'alter table message alter column a set not null',
    'alter table message alter column a type bigint',
    'alter table message drop column a',
    'alter table message drop constraint message__pk',
    'create index message__a__ix on message (a)',
    'create unique index concurrently message__a__ux on message (a)',
    'alter table message add constraint message__a__uq unique (a)',
    'alter table message add constraint message__a__ck check (a > 0)',
    'alter table message add constraint message__a__ck check (a > 0) not valid',
    `alter table message add column b text not null default '', add column a text not null`,
    'alter table message add column a int not null default 0, add constraint message__a__ck check (a > 0)',
    'alter table message add column a int not null default 0, add constraint message__a__ck check (a <= b) not valid',
  ])('finds %s', (statement) => {
    expect(faultsIn([statement])).toEqual([statement]);
  });

  it.each([
    'alter table message add column a text',
    `alter table message add column a text not null default '', add column at timestamptz(3) not null default now()`,
    'create index concurrently message__a__ix on message (a)',
    `alter table message add column a text, add constraint message__a__ck check (a in ('x', 'y')) not valid`,
    'alter table message drop constraint message__a__ck',
    'alter table message drop constraint message__a__ck, add constraint message__a__ck check (a > 0) not valid',
    'create table note (id text)',
    'insert into note select id from message',
  ])('lets %s pass', (statement) => {
    expect(faultsIn([statement])).toEqual([]);
  });

  it('lets a migration do to its own table what it likes', () => {
    expect(faultsIn(['create table note (id text)', 'create index note__id__ix on note (id)'])).toEqual([]);
    expect(faultsIn(['create table note (id text)', 'revoke update on note from pages_app'])).toEqual([]);
  });

  it('lets a column that is new be unique', () => {
    const add = 'alter table message add column if not exists a text';
    const index = 'create unique index concurrently message__a__uq on message (tenant_id, a) where a is not null';
    const rule = 'alter table message add constraint message__a__uq unique using index message__a__uq deferrable';
    expect(faultsIn([add, 'alter table message drop constraint if exists message__a__uq', index, rule])).toEqual([]);
    expect(faultsIn([`${add} not null default ''`, index])).toEqual([index]);
    expect(faultsIn(['alter table note add column a text', index])).toEqual([index]);
  });

  it('lets a function be made anew', () => {
    expect(faultsIn(['drop function add_month(text)', 'create function add_month(text, date) returns void'])).toEqual(
      [],
    );
  });

  it.each(['lock table message in share mode', 'alter table message no force row level security'])(
    'finds rows that are moved after %s',
    (lock) => {
      const copy = 'insert into note (id) select id from message';
      expect(faultsIn(['create table note (id text)', lock, copy])).toEqual([copy]);
      expect(faultsIn(['create table note (id text)', lock, 'insert into note select 1'])).toEqual([]);
    },
  );

  it('knows that a migration without a transaction holds no lock', () => {
    const statements = ['alter table message no force row level security', 'update message set a = 1'];
    expect(faultsOf({ statements, inTransaction: true })).toEqual([statements[1]]);
    expect(faultsOf({ statements, inTransaction: false })).toEqual([]);
  });
});
