import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { faultStack } from '../support/fault-stack.js';
import type { HttpClient } from '../support/http-client.js';
import { inLanes } from '../support/in-lanes.js';
import { emailTo } from '../support/sending-load.js';
import { useStack } from '../support/use-stack.js';

const ROUNDS = Array.from({ length: 200 }, (_, n) => n);
/** Rounds at a time. */
const LANES = 4;

const stack = useStack(() => faultStack({ identity: true }));
let owner: { id: string; tenantId: string };

beforeAll(async () => {
  owner = await stack.createOwner();
});
const send = (client: HttpClient) => client.post('/v1/emails/send', emailTo('someone@example.test'));

/** The platform under load by another key, until told to stop. Answers what it was told. */
async function load(client: HttpClient, connections: number, until: AbortSignal): Promise<Set<number>> {
  const seen = new Set<number>();
  const lane = async () => {
    while (!until.aborted) seen.add((await send(client)).status);
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return seen;
}

/**
 * Revokes like a client that wants to be sure: a revoke that could not be put in force says so, and is asked for again.
 */
async function revoke(keyId: string): Promise<void> {
  const path = `/internal/tenants/${owner.tenantId}/api-keys/${keyId}/revoke`;
  await waitUntil(async () => (await stack.service.post(path, { actorId: owner.id })).status === 204, {
    timeoutMs: 15_000,
    what: 'the revoke to be in force',
  });
}

/** Empties, kills and restarts Redis, one thing after the other, as the rounds come by. */
function disturbance(): { at(round: number): void; done(): Promise<void> } {
  let last = Promise.resolve();
  const disturb = async (round: number): Promise<void> => {
    if (round % 50 === 10) await stack.redis.flush();
    if (round % 50 !== 30) return;
    await stack.redis.kill();
    await stack.redis.start({ empty: round % 100 > 50 });
  };
  return {
    at: (round) => {
      last = last.then(() => disturb(round));
      // Told by `done`.
      last.catch(() => undefined);
    },
    done: () => last,
  };
}

async function revokeOne(round: number): Promise<void> {
  const { keyId, secret } = await stack.createKey(owner.tenantId, owner.id);
  const client = stack.clientOf(secret);
  expect((await send(client)).status, `round ${round}, before`).toBe(202);
  await revoke(keyId);
  const after = await Promise.all([send(client), send(client), client.get('/v1/account')]);
  expect(
    after.map(({ status }) => status),
    `round ${round}, after`,
  ).toEqual([401, 401, 401]);
}

describe('a key of a tenant, revoked by identity while the platform is under load', () => {
  it(`sends nothing after the revoke has answered, ${ROUNDS.length} times, Redis emptied and restarted in between`, async () => {
    const background = await stack.createSender();
    const over = new AbortController();
    const redis = disturbance();
    const rounds = inLanes(LANES, ROUNDS, async (round) => {
      redis.at(round);
      await revokeOne(round);
    }).finally(() => over.abort());
    const [seen, ...others] = await Promise.allSettled([load(background.client, 4, over.signal), rounds]);
    // What is wrong with a part is told before what that did to the others.
    expect({ platform: stack.platform.isRunning, identity: stack.identity.isRunning }).toEqual({
      platform: true,
      identity: true,
    });
    await redis.done();
    expect(others).toEqual([{ status: 'fulfilled', value: undefined }]);
    expect(seen).toEqual({ status: 'fulfilled', value: new Set([202]) });
  });
});
