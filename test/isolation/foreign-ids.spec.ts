import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/http-client.js';
import { Operation, operationsOf } from '../support/operations.js';
import { clientFor, isOperators, wholeStack, type Caller, type WholeStack } from '../support/whole-stack.js';
import { resourceAt, resourceOf } from './resources.js';

let stack: WholeStack;
let mine: Caller;
let theirs: Caller;
let operations: Operation[];
let ofOperators: Operation[];

beforeAll(async () => {
  stack = await wholeStack();
  [mine, theirs] = [await stack.caller(), await stack.caller()];
  // What stands in the path of a public route is a token, which opens what it was made for to whoever has it.
  const withId = (await operationsOf(stack.platform.anybody)).filter(
    ({ pathParameters, credential }) => pathParameters.length > 0 && credential !== 'none',
  );
  operations = withId.filter((one) => !isOperators(one));
  ofOperators = withId.filter(isOperators);
});
afterAll(() => stack?.close());

/** The paths before each id of an operation's path. */
function collectionsOf({ path }: Operation): string[] {
  return [...path.matchAll(/\/\{\w+\}/g)].map(({ index }) => path.slice(0, index));
}

/** Ids for an operation's path that belong to the caller, each below the one before. */
async function idsOf(operation: Operation, caller: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (const collection of collectionsOf(operation)) ids.push(await resourceOf(caller, collection, ids));
  return ids;
}

function call(operation: Operation, caller: Caller, ids: readonly string[]): Promise<Answer> {
  let next = 0;
  const path = operation.path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
  const body = operation.bodySchema ? '{}' : undefined;
  return clientFor(operation, caller).send(operation.method, path, body);
}

/** What an answer says, but for what differs from call to call. */
function told({ status, body, headers }: Answer) {
  const { RequestId: _, ...rest } = body ?? {};
  const names = Object.keys(headers).filter((name) => name !== 'date');
  return { status, body: rest, type: headers['content-type'], names };
}

/** From some place in the path on, the ids are those of the other tenant; before it they are the caller's own. */
function mixed(own: readonly string[], others: readonly string[]): string[][] {
  return own.map((_, place) => [...own.slice(0, place), ...others.slice(place)]);
}

describe('the id of another tenant', () => {
  it('stands in at least the routes that are known to have one', () => {
    expect(operations.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'GET /v1/emails/{id}',
        'PATCH /api/webhooks/{id}',
        'DELETE /api/tenants/{id}/api-keys/{keyId}',
      ]),
    );
  });

  it('is answered on every route as an id of nothing is, with 404', async () => {
    for (const operation of operations) {
      const own = await idsOf(operation, mine);
      const foreign = await idsOf(operation, theirs);
      const unknown = collectionsOf(operation).map((collection) => resourceAt(collection).unknown());
      const calls = mixed(own, foreign).map((ids) => call(operation, mine, ids));
      const counterparts = mixed(own, unknown).map((ids) => call(operation, mine, ids));
      const [answers, expected] = [await Promise.all(calls), await Promise.all(counterparts)];
      for (const [index, answer] of answers.entries()) {
        expect(answer.status, `${operation.name}: ${answer.text}`).toBe(404);
        expect(answer.body.Error.Code, operation.name).toBe('NotFound');
        expect(told(answer), operation.name).toEqual(told(expected[index] as Answer));
        expect(answer.text, operation.name).not.toContain(theirs.owner.tenantId);
      }
    }
  });

  it('harms nothing: what the other tenant has is as it was', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const { status, text } = await call(operation, theirs, await idsOf(operation, theirs));
      expect(status, `${operation.name}: ${text}`).toBe(200);
    }
  });
});

describe('an id of what operators keep', () => {
  it('is to a member as one of nothing, and neither is theirs to ask for', async () => {
    expect(ofOperators.length).toBeGreaterThan(0);
    for (const operation of ofOperators) {
      const known = await idsOf(operation, mine);
      const unknown = collectionsOf(operation).map((collection) => resourceAt(collection).unknown());
      const [answer, expected] = [await asMember(operation, known), await asMember(operation, unknown)];
      expect([answer.status, answer.body.Error.Code], operation.name).toEqual([403, 'PermissionDenied']);
      expect(told(answer), operation.name).toEqual(told(expected));
    }
  });

  function asMember(operation: Operation, ids: readonly string[]): Promise<Answer> {
    let next = 0;
    const path = operation.path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
    return mine.session.send(operation.method, path, operation.bodySchema ? '{}' : undefined);
  }
});

describe('the name of another tenant', () => {
  it.each(['tenantId', 'slug'] as const)('as X-Service-Tenant (%s) is that of nobody', async (name) => {
    const foreign = await mine.session.get('/api/webhooks', { 'x-service-tenant': theirs.owner[name] });
    const unknown = await mine.session.get('/api/webhooks', { 'x-service-tenant': 'nobody' });
    expect(foreign.status).toBe(404);
    expect(told(foreign)).toEqual(told(unknown));
  });

  it('in a body or a query changes nothing', async () => {
    const query = await mine.key.get(`/v1/emails?tenant_id=${theirs.owner.tenantId}`);
    expect(query.status).toBe(422);
    const body = await mine.key.post('/v1/emails/send', { TenantId: theirs.owner.tenantId });
    expect(body.status).toBe(400);
  });
});

describe('lists', () => {
  it('show nothing of another tenant', async () => {
    for (const operation of await operationsOf(stack.platform.anybody)) {
      if (operation.method !== 'GET' || operation.isMeta || operation.pathParameters.length > 0) continue;
      if (operation.credential === 'none' || isOperators(operation)) continue;
      const { text } = await clientFor(operation, mine).get(operation.path);
      expect(text, operation.name).not.toContain(theirs.owner.tenantId);
      expect(text, operation.name).not.toContain(theirs.owner.slug);
    }
  });
});

describe('the same in GraphQL', () => {
  const QUERY = 'query ($id: ID!) { message(id: $id) { message { id } } }';
  const ask = (caller: Caller, id: string) => caller.session.post('/graphql', { query: QUERY, variables: { id } });

  it('is NotFound for an id of another tenant and for one of nothing', async () => {
    const id = await resourceOf(theirs, '/v1/emails', []);
    const [foreign, unknown] = [await ask(mine, id), await ask(mine, resourceAt('/v1/emails').unknown())];
    for (const { body } of [foreign, unknown]) {
      expect(body.data).toEqual({ message: null });
      expect(body.errors[0].extensions.code).toBe('NotFound');
    }
    expect(foreign.body.errors[0].message).toBe(unknown.body.errors[0].message);
    expect((await ask(theirs, id)).body.data.message.message.id).toBe(id);
  });
});
