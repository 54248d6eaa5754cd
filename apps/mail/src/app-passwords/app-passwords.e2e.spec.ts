import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { createMailbox, insertDomain } from '../mailboxes/mailbox.fixture.js';
import { AppPasswordLogin } from './app-password-login.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));
let domainId: string;
let login: AppPasswordLogin;
let number = 0;

beforeAll(async () => {
  domainId = (await insertDomain(stack, tenant, undefined, { verified: true })).id;
  login = stack.app.get(AppPasswordLogin, { strict: false });
});
const fresh = () => createMailbox(admin, domainId, `box-${++number}`);
const pathOf = (id: string) => `/mailboxes/${id}/app-passwords`;
const make = async (client: HttpClient, id: string, name = 'Laptop') => (await client.post(pathOf(id), { name })).body;
const give = (id: string, userId: string, role: string) => admin.put(`/mailboxes/${id}/grants/${userId}`, { role });

describe('an app password', () => {
  it('shows its secret once, and is known by a hash alone', async () => {
    const { id } = await fresh();
    const { status, body, headers } = await admin.post(pathOf(id), { name: ' Laptop ' });
    expect([status, body.name, body.last_used_at]).toEqual([201, 'Laptop', null]);
    expect(body.secret).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
    const { secret, ...shown } = body;
    expect((await admin.get(String(headers['location']))).body).toEqual(shown);
    expect((await admin.get(pathOf(id))).body).toEqual({ app_passwords: [shown] });
    const rows = await stack.sql<{ secret_hash: string }>('select * from app_password where id = $1', [body.id]);
    expect(JSON.stringify(rows)).not.toContain(secret.replaceAll('-', ''));
  });

  it.each([{}, { name: '' }, { name: ' ' }, { name: 'a\nb' }, { name: 'x'.repeat(101) }, { name: 'x', y: 1 }])(
    'of %j is invalid',
    async (body) => {
      const { id } = await fresh();
      expect((await admin.post(pathOf(id), body)).status).toBe(400);
    },
  );

  it('is one of twenty of a mailbox', async () => {
    const { id } = await fresh();
    const answers = [];
    for (let n = 0; n < 22; n += 1) answers.push((await admin.post(pathOf(id), { name: `${n}` })).status);
    expect(answers.filter((status) => status === 201)).toHaveLength(20);
    expect(answers.slice(-2)).toEqual([409, 409]);
  });

  it('is of the user who made it; managers and admins see and revoke it, too', async () => {
    const { id } = await fresh();
    const [one, other, manager] = await Promise.all([0, 1, 2].map(() => tenant.member('member')));
    for (const { userId } of [one!, other!]) await give(id, userId, 'sender');
    await give(id, manager!.userId, 'manager');
    const made = await make(one!.client, id);
    expect((await one!.client.get(pathOf(id))).body.app_passwords).toMatchObject([
      { id: made.id, user_id: one!.userId },
    ]);
    expect((await other!.client.get(pathOf(id))).body.app_passwords).toEqual([]);
    expect((await other!.client.delete(`${pathOf(id)}/${made.id}`)).status).toBe(404);
    for (const client of [manager!.client, admin]) {
      const { id: own } = await make(one!.client, id);
      expect((await client.get(pathOf(id))).body.app_passwords).toHaveLength(2);
      expect((await client.delete(`${pathOf(id)}/${own}`)).status).toBe(204);
    }
    expect((await one!.client.delete(`${pathOf(id)}/${made.id}`)).status).toBe(204);
    expect((await one!.client.delete(`${pathOf(id)}/${made.id}`)).status).toBe(404);
    expect((await one!.client.delete(`${pathOf(id)}/x`)).status).toBe(404);
  });

  it('needs the right to send, and a session', async () => {
    const { id } = await fresh();
    const { userId, client } = await tenant.member('member');
    await give(id, userId, 'reader');
    expect((await client.post(pathOf(id), { name: 'x' })).status).toBe(403);
    expect((await (await tenant.session('admin')).post(pathOf(id), { name: 'x' })).status).toBe(403);
    expect((await (await tenant.key()).post(pathOf(id), { name: 'x' })).status).toBe(403);
    expect((await (await tenant.session('member')).get(pathOf(id))).status).toBe(404);
    const rival = await (await stack.createTenant()).session();
    expect((await rival.get(pathOf(id))).status).toBe(404);
    expect((await admin.get(pathOf(v7()))).status).toBe(404);
  });
});

describe('a login with an app password', () => {
  it('is of its mailbox, in any spelling, and remembered', async () => {
    const { id, address } = await fresh();
    const other = await fresh();
    const { secret, id: passwordId } = await make(admin, id);
    for (const typed of [secret, secret.toUpperCase(), secret.replaceAll('-', ''), secret.replaceAll('-', ' ')]) {
      expect(await login.verify(address.toUpperCase(), typed)).toMatchObject({ mailbox: { id } });
    }
    expect((await admin.get(`${pathOf(id)}/${passwordId}`)).body.last_used_at).not.toBeNull();
    for (const [name, typed] of [
      [other.address, secret],
      [address, 'wrong'],
      [address, ''],
      ['nobody', secret],
      ['', secret],
      ['box@unknown.test', secret],
    ]) {
      expect(await login.verify(name!, typed!)).toBeNull();
    }
  });

  it('fails once the password is revoked', async () => {
    const { id, address } = await fresh();
    const { secret, id: passwordId } = await make(admin, id);
    const known = await login.verify(address, secret);
    expect(await login.isStillValid(known!)).toBe(true);
    await admin.delete(`${pathOf(id)}/${passwordId}`);
    expect(await login.verify(address, secret)).toBeNull();
    expect(await login.isStillValid(known!)).toBe(false);
  });

  it('fails once its user may not send any more, or leaves the tenant', async () => {
    const { id, address } = await fresh();
    const { userId, client } = await tenant.member('member');
    await give(id, userId, 'sender');
    const { secret } = await make(client, id);
    const known = await login.verify(address, secret);
    await give(id, userId, 'reader');
    expect([await login.verify(address, secret), await login.isStillValid(known!)]).toEqual([null, false]);
    await give(id, userId, 'sender');
    expect(await login.isStillValid(known!)).toBe(true);
    const user = { userId, email: 'user@example.test', active: true, operator: false, verified: true };
    await stack.publish('user', userId, { ...user, secondFactor: false, memberships: [] });
    expect([await login.verify(address, secret), await login.isStillValid(known!)]).toEqual([null, false]);
  });

  it('fails while the mailbox is removed or the tenant suspended', async () => {
    const { id, address } = await fresh();
    const { secret } = await make(admin, id);
    await admin.delete(`/mailboxes/${id}`);
    expect(await login.verify(address, secret)).toBeNull();
    await admin.post(`/mailboxes/${id}/restaurar`);
    expect(await login.verify(address, secret)).not.toBeNull();
    await tenant.setStatus('suspended');
    expect(await login.verify(address, secret)).toBeNull();
    await tenant.setStatus('active');
    expect(await login.verify(address, secret)).not.toBeNull();
  });

  it('fails in a domain that is not verified', async () => {
    const pending = await insertDomain(stack, tenant, 'pending.test');
    const { id, address } = await createMailbox(admin, pending.id, 'ana');
    expect(await login.verify(address, (await make(admin, id)).secret)).toBeNull();
  });
});
