import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resourceOf } from '../isolation/resources.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import { Operation, operationsOf } from '../support/operations.js';
import { placesOf, sampleBody } from '../support/sample-body.js';
import { clientFor, wholeStack, type Account, type WholeStack } from '../support/whole-stack.js';
import { ABSURD_NUMBERS, HOSTILE_BODIES, UNSTORABLE_TEXTS } from './hostile-bodies.js';

/** Where each item is judged by itself, what is wrong with one is in the answer, at this place. */
const BY_ITEM: Record<string, (body: Answer['body']) => unknown> = {
  'POST /v1/emails/batch': ({ Results }) => Results[0].Error,
  'POST /api/contacts/bulk': ({ Errors }) => Errors[0].Error,
  'POST /v1/contacts/bulk': ({ Errors }) => Errors[0].Error,
};

let stack: WholeStack;
let account: Account;
let operations: Operation[];
let writes: Operation[];

beforeAll(async () => {
  stack = await wholeStack();
  account = await stack.createAccount();
  // What recipients of mail open answers with pages and pictures, and has a suite of its own.
  operations = (await operationsOf(stack.platform.anonymous)).filter(
    ({ isMeta, path }) => !isMeta && !path.startsWith('/t/'),
  );
  writes = operations.filter(({ bodySchema }) => bodySchema !== undefined);
});
beforeEach(async () => {
  // No plan limits an operator's session, so a number does: a quick machine makes more calls within a minute.
  account.operator = await stack.createOperator();
});
afterAll(() => stack?.close());

/** The path of an operation with ids of the caller's own, so that its body is looked at. */
async function pathOf({ path }: Operation): Promise<string> {
  const ids: string[] = [];
  for (const { index } of path.matchAll(/\/\{\w+\}/g)) ids.push(await resourceOf(account, path.slice(0, index), ids));
  let next = 0;
  return path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
}

async function send(
  operation: Operation,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return clientFor(operation, account).send(operation.method, await pathOf(operation), body, headers);
}

/** A refusal in the envelope, with a status that the operation tells of and a message that says something. */
function expectRefused(answer: Answer, operation: Operation, what: string): void {
  const name = `${operation.name}, ${what}: ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.status, name).toBeGreaterThanOrEqual(400);
  expect(answer.status, name).toBeLessThan(500);
  expect(answer.body, name).toMatchObject({
    Error: { Type: 'Sender', Code: expect.stringMatching(/^[A-Z]\w+$/), Message: expect.stringMatching(/\w{2}/) },
    RequestId: answer.headers['x-request-id'],
  });
  expect([...operation.statuses], name).toContain(answer.status);
}

/** Some detail names the field, or one that holds it. */
function expectNamed(answer: Answer, path: readonly (string | number)[], what: string): void {
  const fields: string[] = (answer.body.Error.Details ?? []).map(({ Field }: { Field: string }) => Field);
  const field = path.reduce<string>((text, step) => text + (typeof step === 'number' ? `[${step}]` : `.${step}`), '');
  const named = fields.some((one) => field.slice(1).startsWith(one) || one.startsWith(field.slice(1)));
  expect(named, `${what} names ${field.slice(1)}: ${answer.text}`).toBe(true);
}

describe('a hostile body', () => {
  it('is documented as an error by every route with a body', () => {
    expect(writes.length).toBeGreaterThanOrEqual(8);
    expect(writes.map(({ method }) => method)).toEqual(expect.arrayContaining(['POST', 'PATCH']));
  });

  it.each(Object.entries(HOSTILE_BODIES))(
    '%s, is rejected by every route',
    async (what, { bytes, headers, status }) => {
      for (const operation of writes) {
        const answer = await send(operation, bytes, headers);
        expectRefused(answer, operation, what);
        expect(answer.status, `${operation.name}: ${answer.text}`).toBe(status);
      }
    },
  );

  it('is harmless on a route without a body', async () => {
    // A decision is made once: what it is about would be gone for the others.
    const isFit = ({ method, path }: Operation) =>
      method === 'POST' && path !== '/api/auth/logout' && !/\/(?:retry|discard|apply|dismiss)$/.test(path);
    const others = operations.filter((one) => !one.bodySchema && (isFit(one) || one.path === '/v1/account'));
    for (const operation of others) {
      for (const [what, { bytes, headers }] of Object.entries(HOSTILE_BODIES)) {
        const { status } = await send(operation, bytes, headers);
        expect(status, `${operation.name}, ${what}`).toBeLessThan(500);
      }
    }
  });

  it('reveals nothing to an unauthenticated client', async () => {
    for (const operation of writes.filter(({ credential }) => credential !== 'none')) {
      const { bytes, headers } = HOSTILE_BODIES['over 2 MiB'] ?? { bytes: Buffer.alloc(0) };
      const path = operation.path.replace(/\{\w+\}/g, 'x');
      const { status } = await stack.platform.anonymous.send(operation.method, path, bytes, headers);
      expect(status, operation.name).toBe(401);
    }
  });
});

describe('a field of a body', () => {
  /** What stands for a value of another type, as JSON text. */
  const WRONG: Record<string, string[]> = {
    string: ['42', 'true', '{}', '[]', '["x"]', '1e400'],
    integer: ['"1"', 'true', '{}', '[]', '1.5', '-1e400', '9007199254740993'],
    number: ['"1"', 'true', '{}', '[]'],
    boolean: ['"true"', '1', '0', '{}', '[]'],
    array: ['{}', '"x"', '42', 'true'],
    object: ['[]', '"x"', '42', 'true'],
  };
  const MARK = '"(here)"';

  /** The operation's sample with a piece of JSON text at one place. */
  function textWith(operation: Operation, path: readonly (string | number)[], json: string): string {
    const body = sampleBody(operation);
    let target = body as Record<string | number, unknown>;
    for (const [index, step] of path.slice(0, -1).entries()) {
      target = (target[step] ??= typeof path[index + 1] === 'number' ? [] : {}) as Record<string | number, unknown>;
    }
    target[path.at(-1) ?? ''] = '(here)';
    return JSON.stringify(body).replace(MARK, json);
  }

  /** The places of texts, members of free objects included. */
  function textPlacesOf(operation: Operation): (string | number)[][] {
    return placesOf(operation).flatMap(({ path, schema }) => {
      if (schema.type === 'string') return [path];
      return schema.type === 'object' && !schema.properties ? [[...path, 'name']] : [];
    });
  }

  async function expectFieldRefused(operation: Operation, path: readonly (string | number)[], json: string) {
    const what = `${path.join('.')} = ${json}`;
    const answer = await send(operation, textWith(operation, path, json));
    const errorOf = BY_ITEM[operation.name];
    if (errorOf && answer.status < 300) {
      const told = { Code: expect.any(String), Message: expect.stringMatching(/\w/) };
      expect(errorOf(answer.body), `${operation.name} ${what}`).toMatchObject(told);
      return;
    }
    expectRefused(answer, operation, what);
    expectNamed(answer, path, what);
  }

  it('of the wrong type is rejected and named, on every route', async () => {
    for (const operation of writes) {
      for (const { path, schema } of placesOf(operation)) {
        for (const json of WRONG[schema.type ?? ''] ?? []) await expectFieldRefused(operation, path, json);
      }
    }
  });

  it('with a text that cannot be stored is rejected and named, on every route', async () => {
    for (const operation of writes) {
      for (const path of textPlacesOf(operation)) {
        for (const text of Object.values(UNSTORABLE_TEXTS)) {
          await expectFieldRefused(operation, path, JSON.stringify(text));
        }
      }
    }
  });

  it('that is unknown is rejected and named, at every place', async () => {
    for (const operation of writes) {
      const objects = placesOf(operation).filter(({ schema }) => schema.properties);
      for (const path of [[], ...objects.map((one) => one.path)]) {
        await expectFieldRefused(operation, [...path, 'Surprise'], '1');
      }
    }
  });

  it('that is far too long is never a 5xx', async () => {
    for (const operation of writes) {
      for (const path of textPlacesOf(operation)) {
        const { status } = await send(operation, textWith(operation, path, JSON.stringify('é'.repeat(100_000))));
        expect(status, `${operation.name}, ${path.join('.')}`).toBeLessThan(500);
      }
    }
  });
});

describe('a parameter', () => {
  const at = (client: HttpClient, path: string, query: string) => client.get(`${path}?${query}`);

  it('that is not a number where one is required is rejected and named, on every list', async () => {
    for (const operation of operations) {
      const path = await pathOf(operation);
      for (const name of operation.queryParameters.filter((one) => ['cursor', 'limit'].includes(one))) {
        for (const value of ABSURD_NUMBERS) {
          const answer = await at(clientFor(operation, account), path, `${name}=${value}`);
          expectRefused(answer, operation, `${name}=${value}`);
          expect(answer.status).toBe(422);
          expect(answer.body.Error.Message, operation.name).toContain(name);
        }
      }
    }
  });

  it('that comes twice, as a list or as an object is rejected', async () => {
    for (const operation of operations) {
      const path = await pathOf(operation);
      for (const name of operation.queryParameters) {
        for (const query of [`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, `${name}[__proto__]=1`]) {
          const answer = await at(clientFor(operation, account), path, query);
          expectRefused(answer, operation, query);
        }
      }
    }
  });

  it('that is unknown is rejected with 422 and named, on every reading route', async () => {
    for (const operation of operations.filter(({ method, credential }) => method === 'GET' && credential !== 'none')) {
      for (const name of ['surprise', '__proto__', 'tenant_id', 'constructor']) {
        const answer = await at(clientFor(operation, account), await pathOf(operation), `${name}=1`);
        expectRefused(answer, operation, name);
        expect(answer.status, operation.name).toBe(422);
        expect(answer.body.Error.Message, operation.name).toContain(name);
      }
    }
  });

  it('with a text that cannot be stored is rejected, and any other is accepted', async () => {
    for (const operation of operations.filter(({ queryParameters }) => queryParameters.includes('q'))) {
      const path = await pathOf(operation);
      const client = clientFor(operation, account);
      for (const text of ['%00', 'a%00', '%e0%00']) expectRefused(await at(client, path, `q=${text}`), operation, text);
      for (const text of ['%', '%ff', '%ED%A0%80', "'", '"', '\\', '%25', '_', '(', '*', '%F0%9F%98%80']) {
        const { status } = await at(client, path, `q=${encodeURI(text)}`);
        expect(status, text).toBeLessThan(500);
        expect((await at(client, path, `q=${text.replace(/"/g, '%22')}`)).status, text).toBeLessThan(500);
      }
    }
  });
});

describe('an id in a path', () => {
  const IDS = [
    '%00',
    '%',
    '%zz',
    '%ff',
    '..%2f..',
    '%2e%2e',
    "'",
    '%27%20or%201=1',
    'x'.repeat(4_000),
    'MSG_0',
    '%20',
    '-1',
  ];

  it('that is malformed is rejected in the envelope, on every route', async () => {
    for (const operation of operations.filter(({ pathParameters }) => pathParameters.length > 0)) {
      for (const id of IDS) {
        const path = operation.path.replace(/\{\w+\}/g, id);
        // A client takes `..` for the way up before it sends anything, and may so come to another route.
        const { pathname } = new URL(path, stack.platform.url);
        if (operations.some((other) => other.method === operation.method && other.path === pathname)) continue;
        const body = operation.bodySchema && '{}';
        const answer = await clientFor(operation, account).send(operation.method, path, body);
        const what = `${operation.method} ${path.slice(0, 100)}: ${answer.status} ${answer.text.slice(0, 200)}`;
        expect([400, 404, 405], what).toContain(answer.status);
        expect(answer.body, what).toMatchObject({ Error: { Type: 'Sender' }, RequestId: expect.any(String) });
      }
    }
  });
});
