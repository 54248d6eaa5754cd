import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gatewayStack, type GatewayStack } from '../support/gateway-stack.js';
import type { HttpClient } from '../support/http-client.js';
import { PASSWORD, type TestOwner } from '../support/identity-stack.js';
import { operationsOf, type Operation } from '../support/operations.js';
import { sampleBody } from '../support/sample-body.js';

/** Fields that a client must not set, in every spelling. */
const FIELDS = [
  'role',
  'tenant_id',
  'is_operator',
  'user_id',
  'status',
  'scopes',
  'products',
  'plan',
  'email_verified',
];
const VALUES: Record<string, unknown> = { is_operator: true, email_verified: true, scopes: ['emails:send'] };

let stack: GatewayStack;
let owner: TestOwner;
let session: HttpClient;
let writes: Operation[];

beforeAll(async () => {
  stack = await gatewayStack();
  owner = await stack.identity.createOwner();
  session = await stack.createSession(owner);
  writes = (await operationsOf(stack.anonymous)).filter(({ bodySchema }) => bodySchema !== undefined);
});
afterAll(() => stack.close());

function spellings(field: string): string[] {
  const pascal = field.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [field, pascal, pascal.charAt(0).toLowerCase() + pascal.slice(1)];
}

/** The spellings that a route does not take as fields of its own. */
function foreignFields(operation: Operation): string[] {
  const own = Object.keys(operation.bodySchema?.properties ?? {});
  return FIELDS.flatMap(spellings).filter((name) => !own.includes(name));
}

describe('a field that the client must not set', () => {
  it('is tried on every route with a body', () => {
    expect(writes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['POST /api/auth/login', 'POST /api/auth/register', 'POST /api/auth/2fa']),
    );
  });

  it('is rejected and named by every route', async () => {
    for (const operation of writes) {
      const path = operation.path.replace('{id}', owner.tenantId).replace(/\{\w+\}/g, 'x');
      for (const field of foreignFields(operation)) {
        const body = { ...sampleBody(operation), [field]: VALUES[field] ?? 'owner' };
        const answer = await session.send(operation.method, path, JSON.stringify(body));
        if (answer.status === 404) continue;
        expect(answer.status, `${operation.name}, ${field}: ${answer.text}`).toBe(400);
        expect(JSON.stringify(answer.body.Error.Details), `${operation.name}, ${field}`).toContain(field);
      }
    }
  });

  it('changes nothing when it comes by way of the prototype, or twice', async () => {
    const email = `m${randomBytes(6).toString('hex')}@example.test`;
    const own = `"Email":"${email}","Password":"${PASSWORD}"`;
    for (const text of [
      `{${own},"__proto__":{"IsOperator":true}}`,
      `{${own},"constructor":{"prototype":{"operator":true}}}`,
      `{${own},"Operator":false,"Operator":true}`,
    ]) {
      expect((await stack.anonymous.send('POST', '/api/auth/register', text)).status, text).toBe(400);
    }
    expect((await stack.anonymous.send('POST', '/api/auth/register', `{${own}}`)).status).toBe(201);
    const { body } = await stack.login(email);
    const me = await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${body.Token}` });
    expect([me.body.Operator, me.body.EmailVerified, me.body.Tenants]).toEqual([false, false, []]);
  });
});
