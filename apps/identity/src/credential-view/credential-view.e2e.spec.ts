import { describe, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { hashKey, type ViewKind } from '#libs/core/auth';
import { newId, type Id } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { Redis } from 'ioredis';
import { identityStack } from '../../../../test/support/identity-stack.js';
import { CredentialPublisher } from '../credentials/credential-publisher.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack());
const redis = useStack(() => new Redis(identity.redisUrl));
const owner = usePrepared(() => identity.createOwner());

const resolve = async (...names: [ViewKind, string][]) =>
  (await identity.service.post('/internal/credentials/resolve', { names })).body.entries;
const inView = async (kind: ViewKind, name: string) => (await identity.view.read([[kind, name]]))[0];
const pending = () => identity.sql('select kind, name from view_change');

describe('credentials', () => {
  it('are described by their present state', async () => {
    const { id, secret } = await identity.createKey(owner, ['emails:read']);
    const [key, tenant, user, none] = await resolve(
      ['key', hashKey(secret)],
      ['tenant', owner.tenantId],
      ['user', owner.id],
      ['session', 'ses_0123456789abcdef'],
    );
    expect(key).toEqual({
      keyId: id,
      tenantId: owner.tenantId,
      scopes: ['emails:read'],
      environment: 'test',
      expiresAt: null,
    });
    expect(tenant).toMatchObject({ id: owner.tenantId, slug: owner.slug, status: 'active', plan: '' });
    expect(user).toEqual({
      userId: owner.id,
      email: owner.email,
      active: true,
      operator: false,
      verified: false,
      secondFactor: false,
      memberships: [{ tenantId: owner.tenantId, slug: owner.slug, role: 'owner' }],
    });
    expect(none).toBeNull();
  });

  it('have the hash of a key by its id, of a revoked one, too', async () => {
    const { id, secret } = await identity.createKey(owner);
    expect(await resolve(['keyHash', id])).toEqual([{ hash: hashKey(secret) }]);
    await identity.revokeKey(owner, id);
    expect(await resolve(['keyHash', id], ['key', hashKey(secret)])).toEqual([{ hash: hashKey(secret) }, null]);
    expect(await resolve(['keyHash', 'key_0123456789abcdef'])).toEqual([null]);
  });

  it('are stored in the view after a look-up', async () => {
    const name = hashKey((await identity.createKey(owner)).secret);
    await redis.flushdb();
    expect(await inView('key', name)).toBeUndefined();
    await resolve(['key', name]);
    expect(await inView('key', name)).toMatchObject({ tenantId: owner.tenantId });
  });

  it.each([
    [{}],
    [{ names: 'x' }],
    [{ names: [['key']] }],
    [{ names: [['pets', 'x']] }],
    [{ names: [['key', 'a\n']] }],
  ])('are asked for in one form: not %j', async (body) => {
    expect((await identity.service.post('/internal/credentials/resolve', body)).status).toBe(400);
  });
});

describe('a change', () => {
  it('is in the view when it is answered', async () => {
    const { id, secret } = await identity.createKey(owner);
    const name = hashKey(secret);
    expect(await inView('key', name)).toMatchObject({ keyId: id });
    expect((await identity.revokeKey(owner, id)).status).toBe(204);
    expect(await inView('key', name)).toBeNull();
    await identity.setTenantStatus(owner.tenantId, 'suspended');
    expect(await inView('tenant', owner.tenantId)).toMatchObject({ status: 'suspended' });
    await identity.setTenantStatus(owner.tenantId, 'active');
    const member = await identity.createMember(owner);
    expect(await inView('user', member.id)).toMatchObject({ memberships: [{ role: 'member' }] });
    await identity.service.patch(`/internal/users/${member.id}`, { status: 'disabled' });
    expect(await inView('user', member.id)).toMatchObject({ active: false });
    expect(await pending()).toEqual([]);
  });

  it('of plan and products is in the view, and nothing else of a tenant changes with it', async () => {
    const { status, body } = await identity.service.patch(`/internal/tenants/${owner.tenantId}`, {
      plan: 'pro',
      products: ['mail'],
    });
    expect([status, body.plan, body.products, body.status]).toEqual([200, 'pro', ['mail'], 'active']);
    expect(await inView('tenant', owner.tenantId)).toMatchObject({ plan: 'pro', products: ['mail'], slug: owner.slug });
    expect((await identity.service.patch(`/internal/tenants/${owner.tenantId}`, {})).status).toBe(422);
  });

  it('that a process could not publish before it died is published by another', async () => {
    const { id, secret } = await identity.createKey(owner);
    await identity.sql('update api_key set revoked_at = now() where id = $1', [id]);
    await identity.sql(
      `insert into view_change (kind, name, created_at) values ('key', $1, now() - interval '1 minute')`,
      [hashKey(secret)],
    );
    await waitUntil(async () => (await inView('key', hashKey(secret))) === null, { what: 'the revoke in the view' });
    await waitUntil(async () => (await pending()).length === 0);
    expect(await inView('key', hashKey(secret))).toBeNull();
  });

  it('does not undo another that came after it, whichever process makes them', async () => {
    const second = await identityStack({ besides: identity });
    for (let round = 0; round < 15; round += 1) {
      const stacks = [identity, second, identity, second];
      await Promise.all(
        stacks.map((stack, index) =>
          stack.service.patch(`/internal/tenants/${owner.tenantId}`, { plan: `plan ${round}.${index}` }),
        ),
      );
      const [row] = await identity.sql<{ plan: string }>('select plan from tenant where id = $1', [owner.tenantId]);
      expect(await inView('tenant', owner.tenantId)).toMatchObject({ plan: row?.plan });
    }
    await second.close();
  });

  it('is published again when Redis is emptied in the middle', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => identity.createKey(owner)));
    const revokes = keys.map(({ id }) => identity.revokeKey(owner, id));
    for (let round = 0; round < 5; round += 1) await redis.flushdb();
    expect((await Promise.all(revokes)).map(({ status }) => status)).toEqual(keys.map(() => 204));
    for (const { secret } of keys) expect((await inView('key', hashKey(secret))) ?? null).toBeNull();
  });
});

describe('the last use of a key', () => {
  it('only moves forward, and is that of the keys named', async () => {
    const { id } = await identity.createKey(owner);
    const report = (at: string) => identity.service.post('/internal/keys/used', { uses: [{ keyId: id, at }] });
    expect((await report('2026-01-02T00:00:00.000Z')).status).toBe(204);
    await report('2026-01-01T00:00:00.000Z');
    const [row] = await identity.sql<{ at: Date }>('select last_used_at as at from api_key where id = $1', [id]);
    expect(row?.at.toISOString()).toBe('2026-01-02T00:00:00.000Z');
    expect((await identity.service.post('/internal/keys/used', { uses: [{ keyId: 'x', at: 'y' }] })).status).toBe(400);
    expect((await identity.service.post('/internal/keys/used', { uses: [] })).status).toBe(204);
  });
});

describe('the roles of the database', () => {
  it('are invisible to the app’s role without a tenant; users always are', async () => {
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: identity.database.url });
    await client.connect();
    for (const table of ['tenant', 'membership', 'api_key']) {
      expect((await client.query(`select * from ${table}`)).rows, table).toEqual([]);
    }
    for (const table of ['user_account', 'email_address', 'session', 'signing_key', 'view_change']) {
      await expect(client.query(`select * from ${table}`), table).rejects.toThrow('permission denied');
    }
    await client.end();
  });

  it('allow the system role to change only the last use of a key', async () => {
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: identity.database.systemUrl });
    await client.connect();
    for (const sql of [
      `update tenant set status = 'active'`,
      `delete from membership`,
      `update api_key set scopes = '{}'`,
      `insert into membership (tenant_id, user_id, role) values ('a', 'b', 'owner')`,
    ]) {
      await expect(client.query(sql), sql).rejects.toThrow('permission denied');
    }
    await client.end();
  });
});

describe('a new session', () => {
  const entryOf = (name: Id<'ses'>) => ({
    sessionId: name,
    userId: owner.id as Id<'usr'>,
    expiresAt: '2100-01-01T00:00:00.000Z',
  });
  /** Something happens between the mark and the new entry, as it may while a session is opened. */
  const addNewAfter = async (name: Id<'ses'>, work: () => Promise<void>) => {
    const publisher = identity.app.get(CredentialPublisher);
    const mark = await publisher.mark();
    await work();
    await publisher.addNew(mark, 'session', name, entryOf(name));
  };

  it('is in the view when its login has answered, and nothing is left to publish', async () => {
    const { sid } = decodeJwt<{ sid: string }>(await identity.login(owner));
    expect(await inView('session', sid)).toMatchObject({ sessionId: sid, userId: owner.id });
    expect(await pending()).toEqual([]);
  });

  it('that was ended before it came into the view stays ended', async () => {
    const name = newId('ses');
    await addNewAfter(name, () => identity.view.overwrite([{ kind: 'session', name, entry: null }]));
    expect(await inView('session', name)).toBeNull();
  });

  it('does not come into a view that was emptied meanwhile', async () => {
    const name = newId('ses');
    await addNewAfter(name, async () => {
      await redis.flushdb();
    });
    expect(await inView('session', name)).toBeUndefined();
  });
});
