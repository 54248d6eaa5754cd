import { readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  execute,
  type GraphQLFieldResolver,
  getNullableType,
  GraphQLError,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isEnumType,
  parse,
} from 'graphql';
import type { Page, Route } from 'playwright-core';

const WEB = 'apps/dashboard/web/src';
const DOCUMENTS = 'dist/apps/dashboard/web/persisted-documents.json';
/** The request that every problem names. */
export const REQUEST_ID = 'req-5f0c2a';
/** Rows of every list that is not empty. */
const ROWS = 3;

/** How the operations of a screen are answered; those of the shell always have data. */
export type Answers =
  | { with: 'data' }
  | { with: 'empty lists' }
  | { with: 'nothing' }
  /** @property fields root fields that have the problem; all if not given */
  | { with: 'problem'; code: string; fields?: ReadonlySet<string> };

/** Request of the page: an operation by its id, or by its text. */
interface Asked {
  documentId?: string;
  operationName: string;
  query?: string;
  variables: Record<string, unknown>;
}

/** An object of an answer: its place in the nearest list. */
interface Thing {
  index: number;
}

/** Answers what the page asks from the schema alone, so that a new screen needs no data of its own. */
export class GeneratedAnswers {
  private answers: Answers = { with: 'data' };
  private readonly schema = buildSchema(readFileSync('apps/dashboard/schema.graphql', 'utf8'), {
    assumeValidSDL: true,
  });
  private readonly documents = JSON.parse(readFileSync(DOCUMENTS, 'utf8')) as Record<string, string>;
  private readonly shell = operationsIn(`${WEB}/shell`);
  private readonly asked = new Set<string>();

  private constructor() {}

  /** Answers for a page, in place of the servers. */
  static async for(page: Page): Promise<GeneratedAnswers> {
    const generated = new this();
    await page.route('**/graphql', (route) => generated.answer(route));
    // Streams say nothing, and what strangers wrote is short.
    await page.route('**/rest/**', () => undefined);
    await page.route('**/frame/preview', (route) => route.fulfill({ json: { id: 'id-1' } }));
    await page.route('**/frame/*/*', (route) => route.fulfill({ contentType: 'text/html', body: FRAMED }));
    return generated;
  }

  /** Answers so from now on, and forgets what was asked before. */
  become(answers: Answers): void {
    this.answers = answers;
    this.asked.clear();
  }

  /** The root fields that the screen has asked for. */
  get fields(): readonly string[] {
    return [...this.asked];
  }

  private async answer(route: Route): Promise<void> {
    const { documentId, operationName, query, variables } = route.request().postDataJSON() as Asked;
    const ofShell = this.shell.has(operationName);
    if (!ofShell && this.answers.with === 'nothing') return;
    const answers: Answers = ofShell ? { with: 'data' } : this.answers;
    const result = await execute({
      schema: this.schema,
      document: parse((documentId && this.documents[documentId]) ?? query ?? ''),
      variableValues: variables,
      operationName,
      rootValue: { index: 0 } satisfies Thing,
      fieldResolver: (thing: Thing, _args, _context, info) => {
        if (!ofShell && !info.path.prev) {
          this.asked.add(info.fieldName);
          refuse(answers, info.fieldName);
        }
        return valueOf(thing, info, answers.with === 'empty lists');
      },
    });
    // A page that was left meanwhile hears nothing.
    await route.fulfill({ json: result }).catch(() => undefined);
  }
}

const FRAMED = '<!doctype html><html lang="en"><title>Message</title><p>Hello.</p></html>';

/** The names of the operations in the files of a folder. */
function operationsIn(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'));
  const text = files.map((file) => readFileSync(`${folder}/${file}`, 'utf8')).join('\n');
  return new Set([...text.matchAll(/^(?:query|mutation) (\w+)/gm)].map(([, name]) => name!));
}

function refuse(answers: Answers, field: string): void {
  if (answers.with !== 'problem' || answers.fields?.has(field) === false) return;
  throw new GraphQLError('It did not work.', {
    extensions: { code: answers.code, app: 'platform', requestId: REQUEST_ID },
  });
}

type Info = Parameters<GraphQLFieldResolver<Thing, unknown>>[3];

function valueOf({ index }: Thing, { fieldName, parentType, returnType }: Info, empty: boolean): unknown {
  const known = `${parentType.name}.${fieldName}`;
  if (known in KNOWN) return KNOWN[known];
  // Who is signed in has an account, whatever the screen has.
  const own = parentType.name === 'Me';
  return made(returnType, fieldName, index, empty && !own);
}

function made(outer: GraphQLOutputType, name: string, index: number, empty: boolean): unknown {
  const type = getNullableType(outer);
  if (isListType(type)) {
    const rows = Array.from({ length: empty ? 0 : ROWS }, (_, row) => row);
    const { ofType } = type;
    return rows.map((row) => made(ofType, name, row, empty));
  }
  if (isEnumType(type)) return type.getValues()[0]!.value;
  if (isLeafType(type)) return leaf(type.name, name, index, empty);
  return { index } satisfies Thing;
}

const DAY_MS = 86_400_000;
const BEGIN = Date.parse('2026-11-20T09:30:00Z');

function leaf(type: string, name: string, index: number, empty: boolean): unknown {
  switch (type) {
    case 'ID':
      return `id-${index + 1}`;
    case 'Boolean':
      return !name.startsWith('has');
    case 'Int':
    case 'WholeNumber':
      return empty ? 0 : 12 + index;
    case 'Float':
      return empty ? 0 : 1_250.5 + index;
    case 'DateTime':
      return new Date(BEGIN + index * DAY_MS).toISOString();
    case 'JSON':
    case 'JSONObject':
      return empty ? {} : { order: '10', city: 'São Paulo' };
    default:
      return TEXTS[name]?.[index % TEXTS[name].length] ?? `${name} ${index + 1}`;
  }
}

/** Texts that the page takes for more than a text. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  address: ['ana@example.test', 'bruno@example.test', 'a.very.long.address.of.a.person@subdomain.example.test'],
  channel: ['email', 'sms', 'push'],
  email: ['ana@example.test', 'bruno@example.test', 'a.very.long.address.of.a.person@subdomain.example.test'],
  emails: ['ana@example.test', 'bruno@example.test', 'a.very.long.address.of.a.person@subdomain.example.test'],
  environment: ['production', 'sandbox'],
  phone: ['+5511987654321'],
  plan: ['free', 'pro'],
  products: ['messaging', 'crm'],
  role: ['owner', 'member', 'viewer'],
  status: ['active', 'pending', 'failed'],
  timeZone: ['America/Sao_Paulo'],
  to: ['ana@example.test', 'bruno@example.test', 'a.very.long.address.of.a.person@subdomain.example.test'],
  url: ['https://hooks.example.test/service'],
};

/** Values that the page acts on: nobody looks at an account of others, none is deleted, and the screens are those of an operator, too. */
const KNOWN: Readonly<Record<string, unknown>> = {
  'ConsoleMe.support': null,
  'OwnTenant.deletesAt': null,
  'OwnTenant.role': 'owner',
  'OwnTenant.status': 'active',
  'PageInfo.endCursor': null,
};
