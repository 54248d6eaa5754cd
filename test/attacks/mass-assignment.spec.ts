import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { HostileCalls } from '../contract/hostile-calls.js';
import { APPS } from '../support/apps.js';
import { EveryApp, WITHOUT_CALL_LIMITS } from '../support/every-app.js';
import { HttpClient } from '../support/http-client.js';
import { PASSWORD } from '../support/identity-stack.js';
import { inLanes } from '../support/in-lanes.js';
import type { Operation } from '../support/operations.js';
import { sampleBody } from '../support/sample-body.js';
import { usePrepared, useStack } from '../support/use-stack.js';

/** Fields that a client must not set, in every spelling. */
const FIELDS = [
  'role',
  'tenant_id',
  'conta_id',
  'is_operator',
  'user_id',
  'status',
  'scopes',
  'products',
  'plan',
  'email_verified',
  'verificado',
];
const VALUES: Record<string, unknown> = {
  is_operator: true,
  email_verified: true,
  verificado: true,
  scopes: ['emails:send'],
};

const LANES = 4;
const LONG_MS = 180_000;

const hooks = useStack(() => HttpSink.start());
const every = useStack(() => {
  const { platform } = WITHOUT_CALL_LIMITS;
  return EveryApp.start({ ...WITHOUT_CALL_LIMITS, platform: { ...platform, OUTBOUND_ALLOW: hooks.host } });
});
const account = usePrepared(() => every.createAccount());

function spellings(field: string): string[] {
  const pascal = field.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [...new Set([field, pascal, pascal.charAt(0).toLowerCase() + pascal.slice(1)])];
}

/** The spellings that a route does not take as fields of its own, with values. */
function foreignFields(operation: Operation): Record<string, unknown> {
  const own = Object.keys(operation.bodySchema?.properties ?? {});
  const all = FIELDS.flatMap((field) => spellings(field).map((name) => [name, VALUES[field] ?? 'owner'] as const));
  return Object.fromEntries(all.filter(([name]) => !own.includes(name)));
}

describe.each(APPS)('a field of $name that the client must not set', (app) => {
  let calls: HostileCalls;
  let writes: Operation[];

  beforeAll(async () => {
    calls = await HostileCalls.of(app, every, account, `${hooks.url}/`);
    writes = calls.operations.filter(({ bodySchema }) => bodySchema !== undefined);
  }, LONG_MS);

  it('is tried on every route with a body, of which only identity has none', () => {
    expect(writes.length > 0).toBe(app.name !== 'identity');
  });

  it(
    'is rejected and named by every route',
    async () => {
      await inLanes(LANES, writes, async (operation) => {
        const fields = foreignFields(operation);
        const answer = await calls.send(operation, JSON.stringify({ ...sampleBody(operation), ...fields }));
        const told = `${operation.name}: ${answer.status} ${answer.text}`;
        expect(answer.status, told).toBe(400);
        const unnamed = Object.keys(fields).filter((field) => !app.errors.namesField(answer.body, field));
        expect(unnamed, told).toEqual([]);
      });
    },
    LONG_MS,
  );
});

describe('a field that makes a user an operator', () => {
  it('changes nothing when it comes by way of the prototype, or twice', async () => {
    const anonymous = new HttpClient(every.platform.url);
    const email = `m${randomBytes(6).toString('hex')}@example.test`;
    const own = `"Email":"${email}","Password":"${PASSWORD}"`;
    for (const text of [
      `{${own},"__proto__":{"IsOperator":true}}`,
      `{${own},"constructor":{"prototype":{"operator":true}}}`,
      `{${own},"Operator":false,"Operator":true}`,
    ]) {
      expect((await anonymous.send('POST', '/api/auth/register', text)).status, text).toBe(400);
    }
    expect((await anonymous.send('POST', '/api/auth/register', `{${own}}`)).status).toBe(201);
    const { body } = await anonymous.post('/api/auth/login', { email, password: PASSWORD });
    const me = await anonymous.get('/api/auth/me', { authorization: `Bearer ${body.Token}` });
    expect([me.body.Operator, me.body.EmailVerified, me.body.Tenants]).toEqual([false, false, []]);
  });
});
