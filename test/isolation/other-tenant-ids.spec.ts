import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/http-client.js';
import { inLanes } from '../support/in-lanes.js';
import { Operation, operationsOf } from '../support/operations.js';
import { clientFor, isOperators, wholeStack, type Account, type WholeStack } from '../support/whole-stack.js';
import { resourceAt, resourceOf } from './resources.js';

let stack: WholeStack;
let tenant: Account;
let otherTenant: Account;
let operations: Operation[];
let ofOperators: Operation[];

beforeAll(async () => {
  stack = await wholeStack();
  [tenant, otherTenant] = [await stack.createAccount(), await stack.createAccount()];
  // The path parameter of a public route is a token, which is valid without a credential.
  const withId = (await operationsOf(stack.platform.anonymous)).filter(
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

/** Ids for an operation's path of the account, each below the one before it. */
async function idsOf(operation: Operation, account: Account): Promise<string[]> {
  const ids: string[] = [];
  for (const collection of collectionsOf(operation)) ids.push(await resourceOf(account, collection, ids));
  return ids;
}

function call(operation: Operation, account: Account, ids: readonly string[]): Promise<Answer> {
  let next = 0;
  const path = operation.path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
  const body = operation.bodySchema ? '{}' : undefined;
  return clientFor(operation, account).send(operation.method, path, body);
}

/** The parts of an answer that do not differ from call to call. */
function told({ status, body, headers }: Answer) {
  const { RequestId: _, ...rest } = body ?? {};
  const names = Object.keys(headers).filter((name) => name !== 'date');
  return { status, body: rest, type: headers['content-type'], names };
}

/** One list for each place in the path: from there on, the ids of `others`; before it, the tenant's own. */
function mixed(own: readonly string[], others: readonly string[]): string[][] {
  return own.map((_, place) => [...own.slice(0, place), ...others.slice(place)]);
}

describe('the id of another tenant', () => {
  it('is tried at least on the routes that are known to take one', () => {
    expect(operations.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'GET /v1/emails/{id}',
        'PATCH /api/webhooks/{id}',
        'DELETE /api/tenants/{id}/api-keys/{keyId}',
      ]),
    );
  });

  it('is answered with 404 on every route, exactly as an unknown id is', async () => {
    const tried: { operation: Operation; own: string[]; others: string[] }[] = [];
    for (const operation of operations) {
      const [own, others] = [await idsOf(operation, tenant), await idsOf(operation, otherTenant)];
      tried.push({ operation, own, others });
    }
    await inLanes(4, tried, async ({ operation, own, others }) => {
      const unknown = collectionsOf(operation).map((collection) => resourceAt(collection).unknown());
      const calls = mixed(own, others).map((ids) => call(operation, tenant, ids));
      const counterparts = mixed(own, unknown).map((ids) => call(operation, tenant, ids));
      const [answers, expected] = [await Promise.all(calls), await Promise.all(counterparts)];
      for (const [index, answer] of answers.entries()) {
        expect(answer.status, `${operation.name}: ${answer.text}`).toBe(404);
        expect(answer.body.Error.Code, operation.name).toBe('NotFound');
        expect(told(answer), operation.name).toEqual(told(expected[index] as Answer));
        expect(answer.text, operation.name).not.toContain(otherTenant.owner.tenantId);
      }
    });
  });

  it('changes nothing of the other tenant', async () => {
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const { status, text } = await call(operation, otherTenant, await idsOf(operation, otherTenant));
      expect(status, `${operation.name}: ${text}`).toBe(200);
    }
  });
});

describe('an id of an operator’s resource', () => {
  it('is answered with 403 to a member, exactly as an unknown id is', async () => {
    expect(ofOperators.length).toBeGreaterThan(0);
    for (const operation of ofOperators) {
      const known = await idsOf(operation, tenant);
      const unknown = collectionsOf(operation).map((collection) => resourceAt(collection).unknown());
      const [answer, expected] = [await asMember(operation, known), await asMember(operation, unknown)];
      expect([answer.status, answer.body.Error.Code], operation.name).toEqual([403, 'PermissionDenied']);
      expect(told(answer), operation.name).toEqual(told(expected));
    }
  });

  function asMember(operation: Operation, ids: readonly string[]): Promise<Answer> {
    let next = 0;
    const path = operation.path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
    return tenant.session.send(operation.method, path, operation.bodySchema ? '{}' : undefined);
  }
});

describe('the name of another tenant', () => {
  it.each(['tenantId', 'slug'] as const)(
    'as X-Service-Tenant (%s) is answered as an unknown tenant is',
    async (name) => {
      const answer = await tenant.session.get('/api/webhooks', { 'x-service-tenant': otherTenant.owner[name] });
      const unknown = await tenant.session.get('/api/webhooks', { 'x-service-tenant': 'unknown' });
      expect(answer.status).toBe(404);
      expect(told(answer)).toEqual(told(unknown));
    },
  );

  it('is rejected in a body or a query', async () => {
    const query = await tenant.key.get(`/v1/emails?tenant_id=${otherTenant.owner.tenantId}`);
    expect(query.status).toBe(422);
    const body = await tenant.key.post('/v1/emails/send', { TenantId: otherTenant.owner.tenantId });
    expect(body.status).toBe(400);
  });
});

describe('a list', () => {
  it('contains nothing of another tenant', async () => {
    for (const operation of await operationsOf(stack.platform.anonymous)) {
      if (operation.method !== 'GET' || operation.isMeta || operation.pathParameters.length > 0) continue;
      if (operation.credential === 'none' || isOperators(operation)) continue;
      const { text } = await clientFor(operation, tenant).get(operation.path);
      expect(text, operation.name).not.toContain(otherTenant.owner.tenantId);
      expect(text, operation.name).not.toContain(otherTenant.owner.slug);
    }
  });
});

describe('GraphQL', () => {
  const QUERY = 'query ($id: ID!) { message(id: $id) { message { id } } }';
  const ask = (account: Account, id: string) => account.session.post('/graphql', { query: QUERY, variables: { id } });

  it('answers NotFound for an id of another tenant and for an unknown one', async () => {
    const id = await resourceOf(otherTenant, '/v1/emails', []);
    const [answer, unknown] = [await ask(tenant, id), await ask(tenant, resourceAt('/v1/emails').unknown())];
    for (const { body } of [answer, unknown]) {
      expect(body.data).toEqual({ message: null });
      expect(body.errors[0].extensions.code).toBe('NotFound');
    }
    expect(answer.body.errors[0].message).toBe(unknown.body.errors[0].message);
    expect((await ask(otherTenant, id)).body.data.message.message.id).toBe(id);
  });
});
