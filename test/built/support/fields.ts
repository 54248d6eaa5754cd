import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type IntrospectionQuery,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { expect, it } from 'vitest';
import { type Counterparts, rootFieldsOf } from '../../support/counterparts.js';
import { askGraphql, graphqlData, operation as operationText } from '../../support/graphql.js';
import { deepGraphqlNames } from '../../support/graphql-names.js';
import type { HttpClient } from '../../support/http-client.js';
import type { Operation } from '../../support/operations.js';
import { sampleBody } from '../../support/sample-body.js';
import type { BuiltAccount } from './account.js';
import { type App, type Call, operationsIn } from './calls.js';

type Field = GraphQLField<unknown, unknown>;

/** Operations of REST, each by the field that does the same: the operation's call has the ids and the input. */
type OperationsOfFields = Readonly<Record<string, string>>;

/** Arguments in the order of the ids of a path: the outer ones first. */
const OUTER_FIRST = [
  'tenantId',
  'mailbox_id',
  'org_id',
  'domain_id',
  'contato_id',
  'message_id',
  'draft_id',
  'thread_id',
  'pixelId',
  'pageId',
  'id',
];

/** Fields whose arguments are not in that order. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { unlinkCompanyPerson: ['id', 'contato_id'] };

/** How deep the objects of an answer are selected: the node of a page, and what is in it. */
const DEPTH = 3;

/** Arguments of pages: a whole page of all fields would be more than a query may ask for. */
const PAGE_SIZES = new Set(['first', 'limit']);

interface Root {
  kind: 'query' | 'mutation';
  field: Field;
}

export async function schemaOf(session: HttpClient): Promise<GraphQLSchema> {
  return buildClientSchema((await graphqlData(session, getIntrospectionQuery())) as IntrospectionQuery);
}

/** One test for each query and mutation of the app, and one that the table names these alone. */
export function testFields<A>(app: App<A>, schema: GraphQLSchema, counterparts: OperationsOfFields): void {
  const roots = rootsOf(schema);
  const operations = new Map(operationsIn(app.document).map((operation) => [operation.name, operation]));

  it('has a counterpart for each of its queries and mutations, and no other', () => {
    expect(Object.keys(counterparts).sort()).toEqual(roots.map(({ field }) => field.name).sort());
  });

  it.each(roots.map((root) => [root.field.name, root] as const))('%s', async (name, { kind, field }) => {
    const operation = operations.get(counterparts[name] ?? '');
    const entry = operation && app.calls[operation.name];
    if (!operation || !entry) throw new Error(`There is no call of ${counterparts[name]} for ${name}`);
    const world = app.account();
    const call = typeof entry === 'function' ? await entry(world) : entry;
    const variables = variablesOf(app.name, field, operation, call);
    const client = call.as ?? clientFor(app.name, operation, world.account);
    const { errors } = await askGraphql(client, textOf(kind, field, variables), variables);
    expect(call.instead ? errors.length : errors).toEqual(call.instead ? 1 : []);
  });
}

function rootsOf(schema: GraphQLSchema): Root[] {
  const listed = (kind: Root['kind'], all: Record<string, Field> = {}) =>
    Object.values(all).map((field) => ({ kind, field }));
  return [
    ...listed('query', schema.getQueryType()?.getFields()),
    ...listed('mutation', schema.getMutationType()?.getFields()),
  ];
}

/** A key does not ask GraphQL. */
function clientFor(app: App<unknown>['name'], { path }: Operation, account: BuiltAccount): HttpClient {
  const isOperators = path.startsWith('/api/admin/') && path !== '/api/admin/me';
  return isOperators ? account.operator(app) : account.session(app);
}

function variablesOf(app: string, field: Field, operation: Operation, call: Call): Record<string, unknown> {
  const sent = call.body ?? (operation.bodySchema ? sampleBody(operation) : {});
  const body = (app === 'platform' ? deepGraphqlNames(sent) : sent) as Record<string, unknown>;
  const given = { ...body, ...call.query };
  const variables: Record<string, unknown> = {};
  const named: GraphQLArgument[] = [];
  for (const argument of inOrderOfPath(field)) {
    const { name } = argument;
    if (name === 'input') variables['input'] = body;
    else if (name in given && !isId(argument)) variables[name] = given[name];
    else if (PAGE_SIZES.has(name)) variables[name] = 5;
    else if (isKeyList(argument)) variables[name] = ['ana@example.test'];
    else if (isRequiredArgument(argument) || isId(argument)) named.push(argument);
  }
  // What is within something has an id that is enough by itself; the path of REST has both.
  const ids = (call.ids ?? []).slice(-named.length);
  for (const [place, { name }] of named.slice(0, ids.length).entries()) variables[name] = String(ids[place]);
  return variables;
}

/** The keys of a field that answers many at once; one of nothing will do. */
const isKeyList = ({ type }: GraphQLArgument): boolean => isNonNullType(type) && isListType(type.ofType);

const isId = ({ type }: GraphQLArgument): boolean => getNamedType(type).name === 'ID';

function inOrderOfPath({ name, args }: Field): GraphQLArgument[] {
  const order = ARGUMENTS[name] ?? OUTER_FIRST;
  const placeOf = (argument: GraphQLArgument) => {
    const place = order.indexOf(argument.name);
    return place === -1 ? order.length : place;
  };
  return [...args].sort((a, b) => placeOf(a) - placeOf(b));
}

function textOf(kind: Root['kind'], field: Field, variables: Record<string, unknown>): string {
  const types = field.args.filter(({ name }) => name in variables).map(({ name, type }) => [name, String(type)]);
  return operationText(kind, field.name, Object.fromEntries(types), selectionOf(getNamedType(field.type), DEPTH));
}

/** All fields of a type that need no argument; objects within to a depth. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (!isCompositeType(type)) return '';
  if (!isObjectType(type)) return '__typename';
  const selected = Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (!isCompositeType(inner)) return field.args.some(isRequiredArgument) ? [] : [field.name];
    if (depth === 0 || field.args.length > 0) return [];
    const selection = selectionOf(inner, depth - 1);
    return selection ? [`${field.name} { ${selection} }`] : [];
  });
  return selected.join(' ') || '__typename';
}

/** The operation of REST for each root field of an app. */
export function fieldsOf(routes: Counterparts): OperationsOfFields {
  const pairs = Object.entries(routes).flatMap(([route, fields]) => {
    const operation = route.replace(/:(\w+)/g, '{$1}');
    return rootFieldsOf(fields).map((field) => [field.replace(/^\w+\./, ''), operation] as const);
  });
  // The first route of a field is the one of sessions.
  return Object.fromEntries(pairs.toReversed());
}
