import pg from 'pg';
import { vi } from 'vitest';
import { currentRequest } from '#libs/core/http';
import { graphqlData } from './graphql.js';
import type { HttpClient } from './http-client.js';

/** Statements that timers of each process send, whatever else it does. */
const OF_THE_CLOCK =
  /^select id, held_at[^]*from queue_hold|^\s*select id, tenant_id as "tenantId" from outbox where dead_at|^select min\(due_at\)[^]*from enrollment/;

/** The SQL statements of `work` that match, in order, on all connections. */
export async function statementsOf(work: () => Promise<unknown>, matching: RegExp): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const texts = query.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as { text: string }).text,
    );
    if (texts.length === 0) throw new Error('The work ran no SQL statement, so nothing was counted');
    return texts.filter((text) => matching.test(text) && !OF_THE_CLOCK.test(text));
  } finally {
    query.mockRestore();
  }
}

/**
 * The SQL statements by which requests of `path` are answered meanwhile and that match, in order. What the app does
 * beside them, such as a job of an earlier request, is not counted.
 */
export async function requestStatements(
  path: string,
  work: () => Promise<unknown>,
  matching: RegExp,
): Promise<string[]> {
  const texts: string[] = [];
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given) {
    const [first] = given as unknown as [string | { text: string }];
    if (currentRequest()?.path === path) texts.push(typeof first === 'string' ? first : first.text);
    return Reflect.apply(original, this, given);
  });
  try {
    await work();
    const found = texts.filter((text) => matching.test(text));
    if (found.length === 0) throw new Error(`${path} ran no such SQL statement, so nothing was counted`);
    return found;
  } finally {
    spy.mockRestore();
  }
}

/** The SQL statements by which a GraphQL operation is answered and that match, in order. */
export async function graphqlStatements(
  client: HttpClient,
  query: string,
  variables: object,
  matching: RegExp,
): Promise<string[]> {
  return requestStatements('/graphql', () => graphqlData(client, query, variables), matching);
}
