import { DataSource, type EntityMetadata } from 'typeorm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Entities, SnakeCaseNames } from '#libs/core/persistence';
import { ENTITIES as CRM } from '../../apps/crm/src/entities.js';
import { ENTITIES as IDENTITY } from '../../apps/identity/src/entities.js';
import { ENTITIES as MAIL } from '../../apps/mail/src/entities.js';
import { ENTITIES as PAGES } from '../../apps/pages/src/entities.js';
import { ENTITIES as PLATFORM } from '../../apps/platform/src/entities.js';
import { ENTITIES as RUNTIME } from '../../apps/runtime/src/entities.js';
import { sourcesIn, type Source } from './sources.js';

/** Aliases that are no name of a property of their column, each with its reason. */
const EXCEPTIONS: Record<string, string> = {
  'contact_id as "otherId"': 'the second of a pair, which is `otherId` in MergeSuggestion',
  'due_at as "deletesAt"': 'in a view of a tenant, where `dueAt` would say nothing; on the wire, too',
  'sender as "From"': 'a heading of the export of messages, as on the wire',
  'recipient as "To"': 'a heading of the export of messages, as on the wire',
  'topic as "TopicId"': 'a heading of the export of messages, as on the wire',
  'relname as "table"': 'a column of the catalogue of Postgres, which has no entity',
};

/** Properties by column, for each table; several where apps have tables of one name. */
type Tables = Map<string, Map<string, string>[]>;

class Unconnected extends DataSource {
  async metadata(): Promise<EntityMetadata[]> {
    await this.buildMetadatas();
    return this.entityMetadatas;
  }
}

/** Reads the entities of apps without a database. */
async function tablesOf(...apps: Entities[]): Promise<Tables> {
  const tables: Tables = new Map();
  for (const entities of apps) {
    const source = new Unconnected({ type: 'postgres', entities, namingStrategy: new SnakeCaseNames() });
    for (const { tableName, columns } of await source.metadata()) {
      const properties = new Map(columns.map((column) => [column.databaseName, column.propertyName]));
      tables.set(tableName, [...(tables.get(tableName) ?? []), properties]);
    }
  }
  return tables;
}

interface Alias {
  file: string;
  line: number;
  /** Before the point; undefined for a bare column. */
  qualifier: string | undefined;
  column: string;
  alias: string;
  /** Tables that the text names, by their aliases. */
  tables: Map<string, string>;
}

const COLUMN = /(?:(\w+)\.)?"?(\w+)"?(?:::\w+(?:\[\])?)?\s+as\s+"(\w+)"/g;
/** The end of what stands before an item of a list of columns. */
const LIST = /(?:^|,|§|\b(?:select|distinct|all|returning)|\bdistinct on \([^)]*\))$/i;
const LITERAL = /^(?:null|true|false|\d+)$/i;
const TABLE = /\b(?:from|join|into|update)\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?(\w+))?/gi;

/** Lists the columns in the texts of a file that are returned under another name. */
function aliasesIn({ file, text }: Source): Alias[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found: Alias[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const sql = sqlOf(node);
      const tables = new Map(
        [...sql.matchAll(TABLE)].flatMap(([, table, alias]) => [
          [alias ?? '', table!],
          [table!, table!],
        ]),
      );
      for (const { index, 1: qualifier, 2: column, 3: alias } of sql.matchAll(COLUMN)) {
        if (LITERAL.test(column!) || !LIST.test(sql.slice(0, index).trimEnd())) continue;
        const line =
          source.getLineAndCharacterOfPosition(node.getStart(source)).line + sql.slice(0, index).split('\n').length;
        found.push({ file, line, qualifier, column: column!, alias: alias!, tables });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The text with a sign for each part that is filled in. */
function sqlOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('§');
}

/** Names under which a statement may return a column: properties of the entities whose table it can be of. */
function propertiesOf({ qualifier, column, tables }: Alias, known: Tables): Set<string> {
  const entitiesOf = (names: Iterable<string>) =>
    [...names].flatMap((name) => known.get(name) ?? []).filter((properties) => properties.has(column));
  const named = tables.get(qualifier ?? '') ?? '';
  const scopes = [qualifier === undefined ? [] : [named], tables.values(), known.keys()];
  const entities = scopes.map(entitiesOf).find((some) => some.length > 0) ?? [];
  const properties = entities.map((one) => one.get(column)!);
  return new Set(properties.length > 0 ? properties : [camelCase(column)]);
}

const camelCase = (column: string): string => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A prefix says whose property it is, in a row of several tables: `tenantName`. */
const isNamedFor = (alias: string, property: string): boolean =>
  alias === property || alias.endsWith(property[0]!.toUpperCase() + property.slice(1));

const textOf = ({ column, alias }: Alias): string => `${column} as "${alias}"`;

/** Aliases of files that no property has. */
function strangersIn(sources: readonly Source[], known: Tables): { alias: Alias; properties: string[] }[] {
  return sources.flatMap(aliasesIn).flatMap((alias) => {
    const properties = [...propertiesOf(alias, known)];
    return properties.some((property) => isNamedFor(alias.alias, property)) ? [] : { alias, properties };
  });
}

describe('an alias of a column', () => {
  const tables: Tables = new Map([
    [
      'note',
      [
        new Map([
          ['written_at', 'writtenAt'],
          ['handed_at', 'sentAt'],
        ]),
      ],
    ],
    ['letter', [new Map([['handed_at', 'handedAt']])]],
  ]);
  const strange = (sql: string) =>
    strangersIn([{ file: 'a.sql.ts', text: `const A = \`${sql}\`;` }], tables).map(({ alias }) => textOf(alias));

  it.each([
    'select n.written_at as "writtenAt", handed_at as "sentAt" from note n',
    'select distinct on (id) written_at as "noteWrittenAt" from note',
    'select handed_at as "handedAt" from letter',
    'select l.handed_at as "handedAt", n.handed_at as "sentAt" from letter l join note as n on n.id = l.id',
    'written_at::text as "writtenAt"',
    'select count(*) as "writers", written_at is null as "isNew", null as "isOld" from note',
    'select given.first_day as "firstDay" from note, given',
  ])('is right in %j', (sql) => expect(strange(sql)).toEqual([]));

  it.each([
    ['select written_at as "writtenOn" from note', 'written_at as "writtenOn"'],
    ['select id, n.handed_at as "handedAt" from letter l join note n on true', 'handed_at as "handedAt"'],
    ['update note set id = 1 returning handed_at as "handedAt"', 'handed_at as "handedAt"'],
    ['written_at::text as "wroteAt"', 'written_at as "wroteAt"'],
    ['select given.first_day as "day1" from given', 'first_day as "day1"'],
  ])('is wrong in %j', (sql, text) => expect(strange(sql)).toEqual([text]));

  it('is the property of its entity, in every statement', async () => {
    const byFolder: Record<string, Tables> = {
      'apps/crm/': await tablesOf(CRM),
      'apps/identity/': await tablesOf(IDENTITY),
      'apps/mail/': await tablesOf(MAIL),
      'apps/pages/': await tablesOf(PAGES),
      'apps/platform/': await tablesOf(PLATFORM),
      'apps/runtime/': await tablesOf(RUNTIME, PAGES),
      'libs/': await tablesOf(CRM, IDENTITY, MAIL, PAGES, PLATFORM, RUNTIME),
    };
    const sources = sourcesIn(['apps', 'libs'], /\.sql\.ts$/);
    expect(sources.flatMap(aliasesIn).length).toBeGreaterThan(200);
    const strangers = Object.entries(byFolder).flatMap(([folder, known]) =>
      strangersIn(
        sources.filter(({ file }) => file.startsWith(folder)),
        known,
      ),
    );
    const unknown = strangers.filter(({ alias }) => !(textOf(alias) in EXCEPTIONS));
    expect(
      unknown.map(
        ({ alias, properties }) => `${alias.file}:${alias.line}: ${textOf(alias)}, not ${properties.join(' or ')}`,
      ),
      'Name it as the entity does, so that the row is what its type says',
    ).toEqual([]);
    expect(new Set(strangers.map(({ alias }) => textOf(alias)))).toEqual(new Set(Object.keys(EXCEPTIONS)));
  });
});
