import type { QueryRunner } from 'typeorm';
import type { Migrations } from '#libs/core/persistence';

/** Statements of a migration, and whether it locks until its end what a statement locks. */
export interface SentStatements {
  statements: string[];
  inTransaction: boolean;
}

/** Collects the statements without running them: a query answers with no rows. */
export async function statementsOf(migration: Migrations[number]): Promise<SentStatements> {
  const statements: string[] = [];
  const query = async (text: string) => {
    statements.push(
      text
        .replaceAll(/--.*$/gm, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/([(]) | (?=[)])/g, '$1')
        .trim()
        .toLowerCase(),
    );
    return [];
  };
  const instance = new migration();
  await instance.up({ query } as unknown as QueryRunner);
  return { statements, inTransaction: instance.transaction !== false };
}

const TABLE = String.raw`(?:if (?:not )?exists )?(?:only )?(?:public\.)?"?(\w+)"?`;
const ALTERED = new RegExp(`^alter table ${TABLE} (.*)$`);
const LOCKED = new RegExp(`^(?:alter|lock) table ${TABLE}`);
const INDEXED = new RegExp(String.raw`^create (unique )?index (concurrently )?.*? on ${TABLE}`);
const ADDED = /^add (?:column )?(?:if not exists )?(?!constraint |check|primary key|unique|foreign key|exclude)(\w+) /;
const NEW_RULE = /^add (?:constraint \w+ )?(?:check|primary key|unique|foreign key|exclude)/;
const REWRITES = / generated | default (?!now\(\))\w+\(| (?:big|small)?serial\b/;
const TAKES_AWAY =
  /^(?:drop (?:column|constraint (?!(?:if exists )?\w+__ck\b))|rename |alter (?:column )?\w+ (?:set not null|drop default|type |set data type))/;

/** Lists the statements that the version before does not bear, or that lock a table in use for as long as they take. */
export function faultsOf({ statements, inTransaction }: SentStatements): string[] {
  const own = new Set(statements.flatMap((one) => new RegExp(`^create table ${TABLE}`).exec(one)?.[1] ?? []));
  const locked = new Set<string>();
  return statements.filter((statement, index) => {
    const table = LOCKED.exec(statement)?.[1];
    if (table !== undefined && inTransaction && !own.has(table)) locked.add(table);
    return (
      /^(drop (table|view|sequence|type|schema)|truncate)/.test(statement) ||
      takesRights(statement, own) ||
      dropsFunction(statement, statements.slice(index)) ||
      isFaultyIndex(statement, own, statements) ||
      isFaultyAlter(statement, own, statements) ||
      movesRowsOf(locked, statement)
    );
  });
}

/** Whether the version before loses a right; it uses no table that the migration makes. */
function takesRights(statement: string, own: ReadonlySet<string>): boolean {
  if (!/^revoke (?!.* on function)/.test(statement)) return false;
  const table = new RegExp(` on (?:table )?${TABLE} from `).exec(statement)?.[1];
  return table === undefined || !own.has(table);
}

function dropsFunction(statement: string, following: readonly string[]): boolean {
  const names = [...(/^drop function (.*)$/.exec(statement)?.[1] ?? '').matchAll(/(\w+)\(/g)].map(([, name]) => name);
  return names.some((name) => !following.some((one) => one.includes(`function ${name}(`) && one.startsWith('create')));
}

/** An index of a partitioned table `only` reads no row: those of its partitions are made concurrently, and attached. */
const OF_PARTITIONED = / on only /;

function isFaultyIndex(statement: string, own: ReadonlySet<string>, all: readonly string[]): boolean {
  if (OF_PARTITIONED.test(statement) && !statement.startsWith('create unique')) return false;
  const [, unique, concurrently, table] = INDEXED.exec(statement) ?? [];
  if (table === undefined || own.has(table)) return false;
  return concurrently === undefined || (unique !== undefined && !isOfEmptyColumn(statement, table, all));
}

/** Whether no row has a value in a column of the index, which the version before does not write. */
function isOfEmptyColumn(index: string, table: string, all: readonly string[]): boolean {
  const columns = / \(([\w, ]+)\)/.exec(index)?.[1]?.split(', ') ?? [];
  const added = all.flatMap((one) => {
    const [, altered, text = ''] = ALTERED.exec(one) ?? [];
    const empty = clausesOf(text).filter((clause) => !/ (?:default|not null)\b/.test(clause));
    return altered === table ? empty.flatMap((clause) => ADDED.exec(clause)?.[1] ?? []) : [];
  });
  return columns.some((column) => added.includes(column));
}

/** Name of a constraint that takes over an index of the migration: it reads no row. */
const overIndex = (clause: string): string | undefined =>
  /^add constraint (\w+) unique using index \1\b/.exec(clause)?.[1];

/** Whether a constraint is taken away that the migration makes: interrupted, it begins again. */
function isMadeAgain(clause: string, all: readonly string[]): boolean {
  const name = /^drop constraint if exists (\w+)$/.exec(clause)?.[1];
  return name !== undefined && all.some((one) => overIndex(ALTERED.exec(one)?.[2] ?? '') === name);
}

function isFaultyAlter(statement: string, own: ReadonlySet<string>, all: readonly string[]): boolean {
  const [, table, text] = ALTERED.exec(statement) ?? [];
  if (table === undefined || text === undefined || own.has(table)) return false;
  const clauses = clausesOf(text);
  const added = new Set(clauses.flatMap((clause) => ADDED.exec(clause)?.[1] ?? []));
  const replaced = new Set(
    clauses.flatMap((clause) => /^drop constraint (?:if exists )?(\w+__ck)\b/.exec(clause)?.[1] ?? []),
  );
  return clauses.some((clause) => {
    if (overIndex(clause) !== undefined || isMadeAgain(clause, all)) return false;
    if (NEW_RULE.test(clause)) return !isBearableRule(clause, added, replaced);
    if (ADDED.test(clause)) return !isBearableColumn(clause);
    return TAKES_AWAY.test(clause);
  });
}

function isBearableColumn(clause: string): boolean {
  if (/ not null/.test(clause) && !/ default /.test(clause)) return false;
  return !REWRITES.test(clause) && !/ (check ?\(|references |unique\b|primary key)/.test(clause);
}

/**
 * A check that is not valid reads no row. But it holds for what the version before writes: so it is of columns alone that
 * this version adds, or takes the place of another of its name.
 */
function isBearableRule(clause: string, added: ReadonlySet<string>, replaced: ReadonlySet<string>): boolean {
  const [, name, check] = /^add (?:constraint (\w+) )?check ?\((.*)\) not valid$/.exec(clause) ?? [];
  if (check === undefined) return false;
  return (name !== undefined && replaced.has(name)) || columnsOf(check).every((column) => added.has(column));
}

const WORDS = new Set('and or not in is null between like any array true false case when then else end'.split(' '));

function columnsOf(check: string): string[] {
  const names = check.replaceAll(/'[^']*'|::\w+(\[\])?/g, ' ').match(/\b[a-z_]\w*\b(?! ?\()/g) ?? [];
  return names.filter((name) => !WORDS.has(name));
}

/** Whether a statement takes as long as a table is large, which the migration has locked before. */
function movesRowsOf(locked: ReadonlySet<string>, statement: string): boolean {
  if (!/^(insert into .* select |update |delete from |with )/.test(statement)) return false;
  return [...locked].some((table) => new RegExp(String.raw`\b${table}\b`).test(statement));
}

/** The parts between the commas that are in no brackets and no text. */
function clausesOf(text: string): string[] {
  const clauses = [''];
  let depth = 0;
  let isText = false;
  for (const character of text) {
    if (character === `'`) isText = !isText;
    if (!isText) depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === ',' && depth === 0 && !isText) clauses.push('');
    else clauses[clauses.length - 1] += character;
  }
  return clauses.map((clause) => clause.trim());
}
