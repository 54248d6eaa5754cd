import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLField, type GraphQLSchema, isEnumType, getNullableType } from 'graphql';
import { expect } from 'vitest';
import { graphqlCodes, graphqlData } from './graphql.js';
import type { HttpClient } from './http-client.js';

type Key = string | number | null;
type Node = Record<string, unknown>;

/** A connection whose orders are tried; its rows have equal keys and, where they may be missing, missing ones. */
export interface SortedList {
  field: string;
  /** Arguments beside those of a page. */
  args?: string;
  /** Fields of an item, of which `identity` makes it one of its kind. */
  fields: string;
  identity: (node: Node) => string;
  /** The keys of the orders; those that are absent sort by the time of creation. */
  keys?: Record<string, (node: Node) => Key>;
  /** The place of the list in the data; `field` if absent. */
  path?: readonly string[];
  /** Makes a whole query of the connection with its arguments; `{ <connection> }` if absent. */
  around?: (connection: string) => string;
}

interface Page {
  edges: { node: Node }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  count: number | null;
  countAtLeast: number;
}

/** The schema that an app has at this version. */
export const schemaOf = (app: string): GraphQLSchema =>
  buildSchema(readFileSync(new URL(`../../apps/${app}/schema.graphql`, import.meta.url), 'utf8'));

/** The values of `sort` of a field. */
export function ordersOf(field: GraphQLField<unknown, unknown> | undefined): string[] {
  const type = field?.args.find(({ name }) => name === 'sort')?.type;
  const sort = type && getNullableType(type);
  return isEnumType(sort) ? sort.getValues().map(({ name }) => name) : [];
}

/** {@link ordersOf} a field of the queries of an app. */
export const ordersOfQuery = (app: string, field: string): string[] =>
  ordersOf(schemaOf(app).getQueryType()!.getFields()[field]);

/**
 * Expects of every order of a list that its pages of two are together the list as it is read at once, that it is sorted, that
 * items without a key come last, and that a cursor of another order is refused; and of its count that it is that of the items.
 */
export async function expectOrders(client: HttpClient, orders: readonly string[], list: SortedList): Promise<void> {
  expect(orders.length, `orders of ${list.field}`).toBeGreaterThan(1);
  const wholes = new Map<string, Node[]>();
  for (const sort of orders) {
    const whole = await pageOf(client, list, `sort: ${sort}`);
    const nodes = whole.edges.map(({ node }) => node);
    expect(nodes.length, `items of ${list.field}`).toBeGreaterThan(4);
    expect([whole.count, whole.countAtLeast, whole.pageInfo.hasNextPage]).toEqual([nodes.length, nodes.length, false]);
    wholes.set(sort, nodes);
    expect(await inPages(client, list, sort), `${list.field} by ${sort}`).toEqual(nodes);
    expectSorted(list, sort, nodes);
  }
  const identities = new Set([...wholes.values()].map((nodes) => JSON.stringify(nodes.map(list.identity).sort())));
  expect(identities.size, `items of ${list.field} in all orders`).toBe(1);
  const [newest, oldest] = [wholes.get('newest'), wholes.get('oldest')];
  if (newest) expect(oldest, `${list.field}, the oldest first`).toEqual(newest.toReversed());
  await expectCursorsBound(client, orders, list);
}

/** Expects of the count of a list what {@link expectOrders} does. */
export async function expectCount(client: HttpClient, list: SortedList): Promise<void> {
  const { count, countAtLeast, edges } = await pageOf(client, list, '');
  expect([count, countAtLeast], list.field).toEqual([edges.length, edges.length]);
}

function expectSorted(list: SortedList, sort: string, nodes: readonly Node[]): void {
  const name = sort.replace(/Reversed$/, '');
  const keyOf = list.keys?.[name];
  if (!keyOf) return;
  const keys = nodes.map(keyOf);
  const present = keys.filter((key) => key !== null);
  expect(keys.slice(0, present.length), `${list.field} by ${sort}: missing keys are last`).toEqual(present);
  const ascending = present.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const isDescending = JSON.stringify(present) === JSON.stringify(ascending.toReversed());
  expect(
    isDescending || JSON.stringify(present) === JSON.stringify(ascending),
    `${list.field} by ${sort}: ${keys}`,
  ).toBe(true);
  expect(new Set(present).size, `different keys of ${list.field} by ${sort}`).toBeGreaterThan(1);
  expect(present.length, `equal keys of ${list.field} by ${sort}`).toBeGreaterThanOrEqual(new Set(present).size);
}

async function expectCursorsBound(client: HttpClient, orders: readonly string[], list: SortedList): Promise<void> {
  for (const [index, from] of orders.entries()) {
    const to = orders[(index + 1) % orders.length]!;
    const { pageInfo } = await pageOf(client, list, `first: 2, sort: ${from}`);
    const query = queryOf(list, `first: 2, sort: ${to}, after: ${JSON.stringify(pageInfo.endCursor)}`);
    const codes = await graphqlCodes(client, query);
    expect(codes, `${list.field}: a cursor of ${from} by ${to}`).toEqual(['InvalidParameter']);
  }
}

async function inPages(client: HttpClient, list: SortedList, sort: string): Promise<Node[]> {
  const found: Node[] = [];
  let after = '';
  for (let pages = 0; pages < 50; pages += 1) {
    const { edges, pageInfo } = await pageOf(client, list, `first: 2, sort: ${sort}${after}`);
    found.push(...edges.map(({ node }) => node));
    if (!pageInfo.hasNextPage) return found;
    after = `, after: ${JSON.stringify(pageInfo.endCursor)}`;
  }
  throw new Error('The pages have no end');
}

async function pageOf(client: HttpClient, list: SortedList, page: string): Promise<Page> {
  const data: unknown = await graphqlData(client, queryOf(list, page));
  return (list.path ?? [list.field]).reduce((value, name) => (value as Node)[name], data) as Page;
}

function queryOf({ field, args, fields, around }: SortedList, page: string): string {
  const all = [args, page].filter(Boolean).join(', ');
  const more = 'pageInfo { hasNextPage endCursor } count countAtLeast';
  const connection = `${field}${all && `(${all})`} { edges { node { ${fields} } } ${more} }`;
  return around ? around(connection) : `{ ${connection} }`;
}
