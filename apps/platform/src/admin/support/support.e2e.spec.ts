import { Redis } from 'ioredis';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import type { TestUser } from '../../../../../test/support/identity-stack.js';
import { operationsOf } from '../../../../../test/support/operations.js';
import { wholeStack, type Account } from '../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

/** A stream: its answer has no end. */
const ENDLESS = '/api/events';

const stack = useStack(wholeStack);
let acme: Account;
let other: Account;
let who: TestUser;
let token: string;
let operator: HttpClient;

beforeAll(async () => {
  [acme, other] = [await stack.createAccount(), await stack.createAccount()];
});
beforeEach(async () => {
  who = await stack.identity.createOperator();
  token = await stack.identity.login(who);
  operator = as(token);
});

const as = (bearer: string) => stack.platform.anonymous.with({ authorization: `Bearer ${bearer}` });
const enter = (account: Account, by = operator) =>
  by.post(`/api/admin/tenants/${account.owner.tenantId}/enter`, { Reason: 'Ticket 4711' });

/** A client in a new support session in the caller's tenant. */
async function supportIn(account: Account): Promise<HttpClient> {
  const { status, body } = await enter(account);
  expect(status).toBe(200);
  return as(body.Token);
}

/** The tenant's rows in each table of the platform but the audit log, as one hash. */
async function rowsOf(tenantId: string): Promise<Record<string, unknown>> {
  const tables = await stack.platform.sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and a.attname = 'tenant_id' and c.relname <> 'audit_entry'
        and c.relnamespace = 'public'::regnamespace`,
  );
  const hashes: Record<string, unknown> = {};
  for (const { name } of tables) {
    [hashes[name]] = await stack.platform.sql(
      `select md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t where tenant_id = $1`,
      [tenantId],
    );
  }
  return hashes;
}

const entries = async (action: string, by = operator) =>
  (await by.get(`/api/admin/audit?actor=${who.id}&action=${action}`)).body.Entries;
const isOpen = async (client: HttpClient) => (await client.get('/api/lists')).status;

describe('a support session', () => {
  it('is opened for an hour, with a reason', async () => {
    const { body } = await enter(acme);
    expect(body).toEqual({
      Token: expect.stringMatching(/^ey/),
      ExpiresAt: expect.any(String),
      TenantId: acme.owner.tenantId,
      RequestId: expect.any(String),
    });
    const minutes = (Date.parse(body.ExpiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
    for (const Reason of [undefined, '', '   ', null, 5]) {
      const refused = await operator.post(`/api/admin/tenants/${acme.owner.tenantId}/enter`, { Reason });
      if (Reason === '   ') expect(refused.body.Error.Message).toContain('Reason must not be blank');
      expect([refused.status, refused.body.Error.Code]).toEqual([400, 'ValidationError']);
    }
  });

  it('reads what is of the tenant, and of no other', async () => {
    await acme.session.post('/api/lists', { Name: 'Customers' });
    const support = await supportIn(acme);
    expect((await support.get('/api/lists')).body.Lists).toMatchObject([{ Name: 'Customers' }]);
    expect((await support.get('/api/contacts', { 'x-service-tenant': acme.owner.slug })).status).toBe(200);
    for (const name of [other.owner.tenantId, other.owner.slug]) {
      expect((await support.get('/api/lists', { 'x-service-tenant': name })).status).toBe(404);
    }
    expect((await support.get('/api/admin/me')).body).toMatchObject({
      Operator: false,
      Support: { TenantId: acme.owner.tenantId },
    });
    const query = '{ contactPage { contacts { id } } contactListPage { lists { name } } }';
    const { body } = await support.post('/graphql', { query });
    expect(body.errors).toBeUndefined();
    expect(body.data.contactListPage.lists).toEqual([{ name: 'Customers' }]);
  });

  it('is refused every write of every route, and changes nothing', async () => {
    const support = await supportIn(acme);
    const writes = (await operationsOf(stack.platform.anonymous)).filter(
      ({ method, path, credential }) =>
        method !== 'GET' && credential === 'session' && !/impersonation|\/logout$/.test(path),
    );
    expect(writes.length).toBeGreaterThan(25);
    for (const { method, path, name } of writes) {
      const filled = path.replace('{id}', acme.owner.tenantId).replace(/\{\w+\}/g, 'x');
      const { status, body } = await support.send(method, filled, '{}');
      expect([status, body.Error?.Code], name).toEqual([403, 'PermissionDenied']);
    }
    expect((await support.get('/v1/account')).status).toBe(401);
  });

  it('changes nothing of the tenant by reading', async () => {
    const fresh = await stack.createAccount();
    const support = await supportIn(fresh);
    const before = await rowsOf(fresh.owner.tenantId);
    const reads = (await operationsOf(stack.platform.anonymous)).filter(
      ({ method, path, credential }) =>
        method === 'GET' && credential === 'session' && !path.includes('{') && path !== ENDLESS,
    );
    expect(reads.length).toBeGreaterThan(15);
    for (const { path } of reads) expect((await support.get(path)).status, path).toBeLessThan(500);
    expect(await rowsOf(fresh.owner.tenantId)).toEqual(before);
  });

  it("is no login of a user: no access to the operator's account or the console", async () => {
    const support = await supportIn(acme);
    for (const path of [
      '/api/auth/me',
      '/api/tenants',
      `/api/tenants/${acme.owner.tenantId}`,
      `/api/tenants/${acme.owner.tenantId}/api-keys`,
      '/api/admin/tenants',
      '/api/admin/audit',
      `/api/admin/tenants/${acme.owner.tenantId}`,
    ]) {
      const { status, body } = await support.get(path);
      expect([status, body.Error.Code], path).toEqual([403, 'PermissionDenied']);
    }
    expect((await enter(other, support)).status).toBe(403);
    expect((await operator.get('/api/lists')).body.Error.Code).toBe('NoTenant');
  });

  it('leaves an entry of each call, refused ones too', async () => {
    const support = await supportIn(acme);
    await support.get('/api/contacts?q=secret');
    await support.delete('/api/contacts/cnt_0000000000000000');
    await support.post('/graphql', { query: '{ contactListPage { lists { name } } contactPage { hasMore } }' });
    await support.get('/api/lists', { 'x-service-tenant': other.owner.slug });
    const seen = (await entries('support.re*')).map((entry: { Action: string; Object: { Id: string } }) => [
      entry.Action,
      entry.Object.Id,
    ]);
    expect(seen.sort()).toEqual([
      ['support.read', 'GET /api/contacts'],
      ['support.read', 'GET /api/lists'],
      ['support.read', 'POST /graphql Query.contactListPage'],
      ['support.read', 'POST /graphql Query.contactPage'],
      ['support.refused', 'DELETE /api/contacts/cnt_0000000000000000'],
    ]);
    const [entered] = await entries('support.entered');
    expect(entered).toMatchObject({
      Service: 'identity',
      TenantId: acme.owner.tenantId,
      Actor: { Kind: 'operator', Id: who.id },
      Reason: 'Ticket 4711',
      Object: { Type: 'support-session' },
    });
    const [read] = await entries('support.read');
    expect(read).toMatchObject({
      Service: 'platform',
      TenantId: acme.owner.tenantId,
      Actor: { Kind: 'support', Id: who.id, SessionId: entered.Object.Id },
      Ip: '127.0.0.1',
    });
  });

  it("shows in the tenant's own log, without who it was", async () => {
    const support = await supportIn(acme);
    await support.get('/api/lists');
    const { body, text } = await acme.session.get('/api/audit?limit=2');
    expect(body.Entries).toMatchObject([
      { Action: 'support.read', Actor: { Kind: 'support', Id: null }, Ip: null },
      { Action: 'support.entered', Actor: { Kind: 'operator', Id: null }, Reason: 'Ticket 4711' },
    ]);
    expect(text).not.toContain(who.id);
    expect((await other.session.get('/api/audit?action=support.*')).body.Entries).toEqual([]);
    const member = as(await stack.identity.login(await stack.identity.createMember(acme.owner)));
    expect((await member.get('/api/audit')).status).toBe(403);
  });

  it('is rejected when its call cannot be recorded', async () => {
    const support = await supportIn(acme);
    await stack.platform.sql('revoke insert on audit_entry from platform_app');
    const { status } = await support.get('/api/lists');
    await stack.platform.sql('grant insert on audit_entry to platform_app');
    expect(status).toBe(500);
    expect(await isOpen(support)).toBe(200);
  });
});

describe('the end of a support session', () => {
  it('comes at once, by its own token', async () => {
    const support = await supportIn(acme);
    expect(await isOpen(support)).toBe(200);
    expect((await support.post('/api/admin/impersonation/end')).body).toMatchObject({ Status: 'ended' });
    expect(await isOpen(support)).toBe(401);
    expect((await support.post('/api/admin/impersonation/end')).status).toBe(401);
    expect((await operator.get('/api/admin/me')).body.Operator).toBe(true);
    expect(await entries('support.ended')).toMatchObject([{ Actor: { Kind: 'support' } }]);
  });

  it('comes by a logout with its token, which does not end a later one', async () => {
    const first = await supportIn(acme);
    const second = await supportIn(acme);
    expect((await first.post('/api/auth/logout')).status).toBe(200);
    expect(await isOpen(second)).toBe(200);
    expect((await second.post('/api/auth/logout')).status).toBe(200);
    expect(await isOpen(second)).toBe(401);
    expect((await operator.get('/api/admin/me')).status).toBe(200);
  });

  it("comes by the operator's own session, as often as it is asked for", async () => {
    const support = await supportIn(acme);
    for (let time = 0; time < 2; time += 1) {
      expect((await operator.post('/api/admin/impersonation/end')).status).toBe(200);
      expect(await isOpen(support)).toBe(401);
    }
    expect(await entries('support.ended')).toHaveLength(1);
  });

  it('comes when the operator enters another tenant, or the same again', async () => {
    const first = await supportIn(acme);
    const second = await supportIn(other);
    const third = await supportIn(other);
    expect([await isOpen(first), await isOpen(second), await isOpen(third)]).toEqual([401, 401, 200]);
  });

  it('leaves one of many that are opened at once', async () => {
    const answers = await Promise.all(Array.from({ length: 3 }, () => enter(acme)));
    const opened = answers.filter(({ status }) => status === 200).map(({ body }) => as(body.Token));
    expect(opened.length).toBeGreaterThan(0);
    const open = (await Promise.all(opened.map(isOpen))).filter((status) => status === 200);
    expect(open).toHaveLength(1);
  });

  it('comes with the end of the session that opened it, and of no other', async () => {
    const support = await supportIn(acme);
    await stack.identity.endSession(await stack.identity.login(who));
    expect(await isOpen(support)).toBe(200);
    await stack.identity.endSession(token);
    expect(await isOpen(support)).toBe(401);
  });

  it('comes when the user is no longer an operator, or is disabled', async () => {
    for (const change of ['is_operator = false', `status = 'disabled'`]) {
      await stack.identity.sql(`update user_account set is_operator = true, status = 'active' where id = $1`, [who.id]);
      await stack.identity.service.patch(`/internal/users/${who.id}`, { status: 'active' });
      const support = await supportIn(acme);
      expect(await isOpen(support)).toBe(200);
      await stack.identity.sql(`update user_account set ${change} where id = $1`, [who.id]);
      await stack.identity.sql(`insert into view_change (kind, name) values ('user', $1)`, [who.id]);
      const status = change.startsWith('status') ? 'disabled' : 'active';
      await stack.identity.service.patch(`/internal/users/${who.id}`, { status });
      expect(await isOpen(support), change).toBe(401);
      expect((await enter(acme)).status, change).not.toBe(200);
    }
  });

  it('comes after an hour', async () => {
    const support = await supportIn(acme);
    await stack.identity.sql(
      `update support_session set expires_at = now() - interval '1 second' where operator_id = $1`,
      [who.id],
    );
    const redis = new Redis(stack.identity.redisUrl);
    await redis.del(await redis.keys('*:session:*'));
    redis.disconnect();
    expect(await isOpen(support)).toBe(401);
    expect(await isOpen(await supportIn(acme))).toBe(200);
  });

  it('is for operators to bring about', async () => {
    const support = await supportIn(acme);
    expect((await acme.session.post('/api/admin/impersonation/end')).status).toBe(403);
    expect((await stack.platform.anonymous.post('/api/admin/impersonation/end')).status).toBe(401);
    expect(await isOpen(support)).toBe(200);
  });
});
