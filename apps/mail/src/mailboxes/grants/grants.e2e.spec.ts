import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import { createMailbox, insertDomain } from '../mailbox.fixture.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let admin: HttpClient;
let adminId: string;
let organisationId: string;
let domainId: string;
let number = 0;

beforeAll(async () => {
  ({ client: admin, userId: adminId } = await tenant.member('admin'));
  ({ id: domainId, organisationId } = await insertDomain(stack, tenant));
});
const fresh = async (): Promise<string> => (await createMailbox(admin, domainId, `box-${++number}`)).id;
const give = (client: HttpClient, id: string, userId: string, role: string) =>
  client.put(`/mailboxes/${id}/grants/${userId}`, { role });

describe('grants of a mailbox', () => {
  it('begin with its maker, and are given to members', async () => {
    const id = await fresh();
    const { userId } = await tenant.member('member');
    const { status, body } = await give(admin, id, userId, 'reader');
    expect(status).toBe(200);
    expect(body).toMatchObject({ user_id: userId, email: 'user@example.test', role: 'reader', active: true });
    expect((await give(admin, id, userId, 'sender')).body.created_at).toBe(body.created_at);
    const { grants } = (await admin.get(`/mailboxes/${id}/grants`)).body;
    expect(grants.map((one: { user_id: string; role: string }) => [one.user_id, one.role])).toEqual([
      [adminId, 'owner'],
      [userId, 'sender'],
    ]);
  });

  it('are managed by owners of the mailbox and admins of the tenant, not by managers', async () => {
    const id = await fresh();
    const [owner, manager, further] = await Promise.all([0, 1, 2].map(() => tenant.member('member')));
    await give(admin, id, owner!.userId, 'owner');
    await give(admin, id, manager!.userId, 'manager');
    expect((await give(owner!.client, id, further!.userId, 'reader')).status).toBe(200);
    expect((await give(manager!.client, id, further!.userId, 'sender')).status).toBe(403);
    expect((await manager!.client.get(`/mailboxes/${id}/grants`)).status).toBe(403);
    expect((await further!.client.delete(`/mailboxes/${id}/grants/${owner!.userId}`)).status).toBe(403);
    expect((await (await tenant.session('member')).get(`/mailboxes/${id}/grants`)).status).toBe(404);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(`/mailboxes/${id}/grants`)).status).toBe(404);
    expect((await (await tenant.key()).get(`/mailboxes/${id}/grants`)).status).toBe(403);
  });

  it('are for members of the tenant', async () => {
    const id = await fresh();
    const stranger = await (await stack.createTenant()).member();
    const unknown = newId('usr');
    await stack.publish('user', unknown, null);
    for (const userId of [stranger.userId, unknown, 'x']) {
      const answer = await give(admin, id, userId, 'reader');
      expect([answer.status, answer.body.error]).toEqual([400, 'ValidationError']);
    }
    const { userId } = await tenant.member('member');
    for (const body of [{}, { role: 'admin' }, { role: 'reader', x: 1 }]) {
      expect((await admin.put(`/mailboxes/${id}/grants/${userId}`, body)).status).toBe(400);
    }
  });

  it('leave the mailbox an owner', async () => {
    const id = await fresh();
    const { userId, client } = await tenant.member('member');
    expect((await admin.delete(`/mailboxes/${id}/grants/${adminId}`)).status).toBe(409);
    expect((await give(admin, id, adminId, 'reader')).status).toBe(409);
    await give(admin, id, userId, 'owner');
    expect((await client.delete(`/mailboxes/${id}/grants/${adminId}`)).status).toBe(204);
    expect((await client.delete(`/mailboxes/${id}/grants/${adminId}`)).status).toBe(404);
    const last = await client.delete(`/mailboxes/${id}/grants/${userId}`);
    expect([last.status, last.body.error]).toEqual([409, 'Conflict']);
  });

  it('leave the mailbox an owner also when two of them leave at the same time', async () => {
    const id = await fresh();
    const { userId, client } = await tenant.member('member');
    await give(admin, id, userId, 'owner');
    const answers = await Promise.all([
      client.delete(`/mailboxes/${id}/grants/${userId}`),
      admin.delete(`/mailboxes/${id}/grants/${adminId}`),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
  });

  it('have no effect from the moment in which their user leaves the tenant', async () => {
    const id = await fresh();
    const { userId, client } = await tenant.member('member');
    await give(admin, id, userId, 'owner');
    await admin.delete(`/mailboxes/${id}/grants/${adminId}`);
    expect((await client.get(`/mailboxes/${id}`)).status).toBe(200);
    const user = { userId, email: 'user@example.test', active: true, operator: false, verified: true };
    await stack.publish('user', userId, { ...user, secondFactor: false, memberships: [] });
    expect((await client.get(`/mailboxes/${id}`)).status).toBe(403);
    const other = await stack.createTenant();
    const memberships = [{ tenantId: other.id, slug: other.slug, role: 'owner' as const }];
    await stack.publish('user', userId, { ...user, secondFactor: false, memberships });
    expect((await client.get(`/mailboxes/${id}`)).status).toBe(404);
    expect((await client.get(`/mailboxes/${id}`, { 'x-service-tenant': tenant.id })).status).toBe(404);
    const { grants } = (await admin.get(`/mailboxes/${id}/grants`)).body;
    expect(grants).toMatchObject([{ user_id: userId, email: null, active: false }]);
    // Who owns nothing any more is no last owner.
    expect((await admin.delete(`/mailboxes/${id}/grants/${userId}`)).status).toBe(204);
  });

  it('are audited', async () => {
    const id = await fresh();
    const { userId } = await tenant.member('member');
    for (const role of ['reader', 'reader', 'sender']) await give(admin, id, userId, role);
    await admin.delete(`/mailboxes/${id}/grants/${userId}`);
    const entries = await stack.sql<{ after: { role: string } }>(
      `select after from audit_entry where action = 'mailbox.grant-changed' and object_id = $1 order by id`,
      [id],
    );
    expect(entries.map(({ after }) => after.role)).toEqual(['reader', 'sender', null]);
  });
});

describe('the users of an organisation', () => {
  const path = () => `/orgs/${organisationId}/accounts`;
  const page = { members: [] as object[], nextCursor: 0, hasMore: false };
  const asked: URL[] = [];

  beforeAll(() => {
    stack.issuer.answerOthers((request) => {
      const url = new URL(request.path, 'http://identity.test');
      if (url.pathname !== `/internal/tenants/${tenant.id}/members`) return undefined;
      asked.push(url);
      return { body: JSON.stringify(page), headers: { 'content-type': 'application/json' } };
    });
  });

  it('are listed page by page, with their mailboxes', async () => {
    const { userId } = await tenant.member('member');
    const id = await fresh();
    await give(admin, id, userId, 'sender');
    const elsewhere = await insertDomain(stack, tenant, 'elsewhere.test');
    await give(admin, (await createMailbox(admin, elsewhere.id, 'x')).id, userId, 'reader');
    const joinedAt = new Date().toISOString();
    const member = { id: userId, email: 'ana@example.com', name: 'Ana', role: 'member', joinedAt };
    Object.assign(page, { members: [member], nextCursor: 77, hasMore: true });
    const { status, body } = await admin.get(`${path()}?limit=1`);
    expect(status).toBe(200);
    expect(body.accounts).toEqual([
      {
        user_id: userId,
        email: 'ana@example.com',
        name: 'Ana',
        role: 'member',
        joined_at: joinedAt,
        mailboxes: [{ mailbox_id: id, address: expect.stringContaining('@'), role: 'sender' }],
      },
    ]);
    Object.assign(page, { members: [], nextCursor: 0, hasMore: false });
    const last = await admin.get(`${path()}?limit=1&cursor=${body.next_cursor}`);
    expect(last.body).toEqual({ accounts: [], next_cursor: '' });
    expect(asked.map((url) => url.searchParams.get('cursor'))).toEqual(['0', '77']);
    expect(asked[0]?.searchParams.get('actorId')).toBe(adminId);
  });

  it('are listed for admins, of organisations of the tenant', async () => {
    expect((await (await tenant.session('member')).get(path())).status).toBe(403);
    expect((await (await tenant.key()).get(path())).status).toBe(403);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(path())).status).toBe(404);
    expect((await admin.get(`/orgs/${v7()}/accounts`)).status).toBe(404);
    expect((await admin.get('/orgs/x/accounts')).status).toBe(404);
  });

  it('are unknown while identity does not answer', async () => {
    stack.issuer.answerOthers(({ path: asks }) => (asks.includes('/members') ? { status: 500 } : undefined));
    expect((await admin.get(path())).status).toBe(503);
  });
});
