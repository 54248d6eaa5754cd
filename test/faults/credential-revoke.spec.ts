import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis, type EmbeddedRedis } from '#libs/test/embedded';
import { freePort, patient, waitUntil } from '#libs/test/testing';
import { gatewayStack, type GatewayStack } from '../support/gateway-stack.js';
import type { TestOwner } from '../support/identity-stack.js';
import { inLanes } from '../support/in-lanes.js';

const ROUNDS = Array.from({ length: 200 }, (_, n) => n + 1);
/** Rounds at a time. */
const LANES = 4;

/** A Redis of its own, with its data on disk: these specs restart it. */
const home = mkdtempSync(join(tmpdir(), 'revoke-'));
const dataDir = join(home, 'redis');
let port: number;
let redis: EmbeddedRedis;
let stack: GatewayStack;
let owner: TestOwner;

const start = () => startRedis({ dataDir, port, path: process.env['PATH'] ?? '' });

beforeAll(async () => {
  port = await freePort();
  redis = await start();
  stack = await gatewayStack({ redisUrl: redis.url });
  owner = await stack.identity.createOwner();
});

afterAll(async () => {
  await stack.close();
  await redis.stop();
  await redis.exited;
  rmSync(home, { recursive: true });
});

async function restart(): Promise<void> {
  await redis.stop();
  redis = await start();
}

async function empty(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  client.disconnect();
}

/** Calls with the key again and again, until told to stop; says what it was answered. */
function load(secret: string, lanes: number): { stop: () => Promise<Set<number>> } {
  const stopping = new AbortController();
  const statuses = new Set<number>();
  const lane = async (): Promise<void> => {
    while (!stopping.signal.aborted) statuses.add((await stack.probe(secret)).status);
  };
  const done = Promise.all(Array.from({ length: lanes }, lane));
  const stop = async (): Promise<Set<number>> => {
    stopping.abort();
    await done;
    return statuses;
  };
  return { stop };
}

async function revokeUntilConfirmed(keyId: string): Promise<void> {
  await waitUntil(async () => (await stack.identity.revokeKey(owner, keyId)).status === 204, { timeoutMs: 15_000 });
}

describe('a revoke that has answered', () => {
  it(`is enforced for the next call, ${ROUNDS.length} times under load, with Redis restarted and emptied in between`, async () => {
    const background = await stack.identity.createKey(owner);
    const running = load(background.secret, 2);
    let disturbance: Promise<void> = Promise.resolve();
    await inLanes(LANES, ROUNDS, async (round) => {
      if (round % 40 === 0) disturbance = disturbance.then(restart);
      if (round % 40 === 20) disturbance = disturbance.then(empty);
      const { id, secret } = await stack.identity.createKey(owner);
      expect((await stack.probe(secret)).status, `round ${round}, before`).toBe(200);
      await revokeUntilConfirmed(id);
      const after = await Promise.all([stack.probe(secret), stack.probe(secret), stack.probe(secret)]);
      expect(
        after.map(({ status }) => status),
        `round ${round}, after`,
      ).toEqual([401, 401, 401]);
    });
    await disturbance;
    expect([...(await running.stop())]).toEqual([200]);
  });

  it('holds for calls that were under way to learn of the key', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id, secret } = await stack.identity.createKey(owner);
      await empty();
      const racing = Array.from({ length: 8 }, () => stack.probe(secret));
      await revokeUntilConfirmed(id);
      expect((await stack.probe(secret)).status, `round ${round}`).toBe(401);
      for (const { status } of await Promise.all(racing)) expect([200, 401]).toContain(status);
      expect((await stack.probe(secret)).status).toBe(401);
    }
  });

  it('is enforced for logouts, suspensions and disabled users too', async () => {
    const user = await stack.identity.createMember(owner);
    const session = await stack.createSession(user);
    const path = `/api/tenants/${owner.tenantId}`;
    expect((await session.get(path)).status).toBe(200);
    expect((await session.post('/api/auth/logout')).status).toBe(200);
    expect((await session.get(path)).status).toBe(401);

    const { secret } = await stack.identity.createKey(owner);
    for (let round = 0; round < 10; round += 1) {
      await stack.identity.setTenantStatus(owner.tenantId, 'suspended');
      expect((await stack.probe(secret)).status).toBe(403);
      await stack.identity.setTenantStatus(owner.tenantId, 'active');
      expect((await stack.probe(secret)).status).toBe(200);
    }

    const other = await stack.createSession(user);
    expect((await other.get(path)).status).toBe(200);
    await stack.identity.service.patch(`/internal/users/${user.id}`, { status: 'disabled' });
    expect((await other.get(path)).status).toBe(401);
  });
});

describe('the end of a session by its owner', () => {
  it('is enforced for the next call, although Redis fails in between', async () => {
    const user = await stack.identity.createUser();
    const mine = await stack.createSession(user);
    for (let round = 0; round < 20; round += 1) {
      const lost = await stack.createSession(user);
      const { body } = await lost.get('/api/auth/sessions');
      const { Id } = body.Sessions.find(({ Current }: { Current: boolean }) => Current);
      if (round % 4 === 1) await empty();
      const racing = Array.from({ length: 4 }, () => lost.get('/api/auth/me'));
      const end = async () => (await mine.delete(`/api/auth/sessions/${Id}`)).status === 204;
      await waitUntil(end, { timeoutMs: 15_000 });
      expect((await lost.get('/api/auth/me')).status, `round ${round}`).toBe(401);
      for (const { status } of await Promise.all(racing)) expect([200, 401]).toContain(status);
    }
    expect((await mine.get('/api/auth/me')).status).toBe(200);
  });
});

describe('without Redis', () => {
  it('credentials are still verified, and a revoke that cannot be enforced says so', async () => {
    const { id, secret } = await stack.identity.createKey(owner);
    const session = await stack.createSession(owner);
    await redis.stop();
    expect((await stack.probe(secret)).status).toBe(200);
    expect((await stack.login(owner.email)).status).toBe(200);
    const began = Date.now();
    const refused = await session.delete(`/api/tenants/${owner.tenantId}/api-keys/${id}`);
    expect([refused.status, refused.body.Error.Code]).toEqual([503, 'ServiceUnavailable']);
    expect(refused.body.Error.Message).toContain('recorded');
    expect(Date.now() - began).toBeLessThan(patient(5_000));
    // It is recorded, and without the view every app asks identity.
    expect((await stack.probe(secret)).status).toBe(401);
    const { Sessions } = (await session.get('/api/auth/sessions')).body;
    const ended = await session.delete(`/api/auth/sessions/${Sessions[0].Id}`);
    expect([ended.status, ended.body.Error.Code]).toEqual([503, 'ServiceUnavailable']);
    const loggedOut = await session.post('/api/auth/logout');
    expect([loggedOut.status, loggedOut.body.Error.Code]).toEqual([502, 'LogoutFailed']);

    redis = await start();
    await waitUntil(async () => (await stack.identity.sql('select 1 from view_change')).length === 0);
    expect((await stack.probe(secret)).status).toBe(401);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    expect((await stack.identity.revokeKey(owner, id)).status).toBe(204);
  });
});
