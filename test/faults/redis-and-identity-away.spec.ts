import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { patient, waitUntil } from '#libs/test/testing';
import { faultStack, type Sender } from '../support/fault-stack.js';
import type { Answer } from '../support/http-client.js';
import { expectNothingLost } from '../support/nothing-lost.js';
import { emailTo, SendingLoad } from '../support/sending-load.js';
import { useStack } from '../support/use-stack.js';

/** The longest that a call may take while Redis is lost. */
const LONGEST_MS = 5_000;
/** Deadline of the contract for a call that needs something that does not answer. */
const DEADLINE_MS = 5_000;

const stack = useStack(() => faultStack({ identity: true }));
let known: Sender;
let later: Sender;

beforeAll(async () => {
  [known, later] = [await stack.createSender(), await stack.createSender()];
});
const send = ({ client }: Pick<Sender, 'client'>, recipient = 'someone@example.test') =>
  client.post('/v1/emails/send', emailTo(recipient));

async function restart(options: { empty: boolean }): Promise<void> {
  await stack.redis.kill();
  await stack.redis.start(options);
}

/** Sends while Redis is disturbed again and again, each time that so many more are accepted. */
async function expectNoLossThrough(disturb: () => Promise<void>): Promise<void> {
  const count = 1_000;
  const sender = await stack.createSender();
  const load = new SendingLoad(stack, sender, { count });
  for (const share of [0.2, 0.5, 0.8]) {
    await load.waitForAccepted(count * share);
    await disturb();
  }
  const account = await expectNothingLost(stack, sender, load);
  // Identity answers for what the view has lost, so not a single call is refused.
  expect(statuses(load)).toEqual({ 202: count });
  expect(account.slowestMs).toBeLessThan(patient(LONGEST_MS));
  expect(stack.platform.isRunning, stack.platform.output).toBe(true);
}

function statuses(load: SendingLoad): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of load.calls) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('a Redis that is lost in the middle of sending', () => {
  it.each([
    ['emptied', () => stack.redis.flush()],
    ['killed and back with its data', () => restart({ empty: false })],
    ['killed and back without its data', () => restart({ empty: true })],
  ])('%s, loses no e-mail', async (_, disturb) => {
    await expectNoLossThrough(disturb);
  });
});

/** Whom this test's mail has reached; people who signed up have had mail, too. */
const reached = () =>
  new Set(stack.mail.messages.flatMap(({ to }) => to).filter((to) => /^(?:before|during\d+)@/.test(to)));

/** Open transactions of the relay's role that wait for something other than the database. */
async function openTransactions(): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and application_name = 'platform system' and state = 'idle in transaction'
       and state_change < now() - interval '200 ms'`,
  );
  return row?.count ?? 0;
}

describe('a Redis that is away', () => {
  it('delays no transaction, loses no job of the outbox, and gets all of them after its restart', async () => {
    const sender = await stack.createSender();
    expect((await send(sender, 'before@example.test')).status).toBe(202);
    await waitUntil(() => reached().size === 1, { timeoutMs: 20_000 });
    await stack.redis.kill();
    for (let n = 0; n < 20; n += 1) {
      expect((await send(sender, `during${n}@example.test`)).status).toBe(202);
      expect(await openTransactions()).toBe(0);
    }
    const handed = async () => stack.sql('select id from outbox where handed_at is not null');
    await waitUntil(async () => (await handed()).length === 0, { what: 'the outbox to have everything' });
    await stack.redis.start();
    await waitUntil(() => reached().size === 21, { timeoutMs: 20_000, what: 'every recipient to be reached' });
  });
});

const account = ({ client }: Pick<Sender, 'client'>) => client.get('/v1/account');

const unknownKey = () => ({ client: stack.clientOf(`sk_test_${randomBytes(24).toString('hex')}`) });

/** Calls that are made at the same time, each answered within the deadline. */
async function inTime(calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  return Promise.all(
    calls.map(async (call) => {
      const began = performance.now();
      const answer = await call();
      expect(performance.now() - began, answer.text).toBeLessThan(patient(DEADLINE_MS));
      return answer;
    }),
  );
}

function many(count: number, call: () => Promise<Answer>): (() => Promise<Answer>)[] {
  return Array.from({ length: count }, () => call);
}

const outcomes = (answers: readonly Answer[]) =>
  new Set(answers.map(({ status, body }) => `${status} ${body.Error?.Code ?? ''}`.trim()));

describe('without an identity', () => {
  it('a known key goes on working, an unknown one is 503, and a malformed one 401 as ever', async () => {
    expect((await account(known)).status).toBe(200);
    await stack.identity.kill();
    expect(outcomes(await inTime([...many(20, () => send(known)), ...many(20, () => account(known))]))).toEqual(
      new Set(['202', '200']),
    );
    expect(outcomes(await inTime(many(20, () => account(unknownKey()))))).toEqual(new Set(['503 ServiceUnavailable']));
    expect(outcomes(await inTime([() => account({ client: stack.clientOf('sk_test_x') })]))).toEqual(
      new Set(['401 AuthorizationError']),
    );
  });

  it('without Redis too, unknown credentials are rejected, and nothing hangs', async () => {
    await stack.redis.kill();
    const calls = [...many(10, () => send(known)), ...many(10, () => account(later)), () => account(unknownKey())];
    expect(outcomes(await inTime(calls))).toEqual(new Set(['503 ServiceUnavailable']));
    const [ready] = await inTime([() => stack.platform.client.get('/readyz')]);
    expect(ready?.status).toBe(503);
    expect((await stack.platform.client.get('/healthz')).status).toBe(200);
  });
});

describe('with an identity and without a Redis', () => {
  it('known and unknown keys are judged by identity', async () => {
    await stack.identity.start();
    expect(outcomes(await inTime([() => send(known), () => send(later)]))).toEqual(new Set(['202']));
    expect(outcomes(await inTime([() => account(unknownKey())]))).toEqual(new Set(['401 AuthorizationError']));
  });
});

describe('when both are back', () => {
  it('everything is as before, and what was accepted meanwhile is delivered', async () => {
    await stack.redis.start();
    await waitUntil(async () => (await stack.platform.client.get('/readyz')).status === 200, { timeoutMs: 15_000 });
    expect((await send(later)).status).toBe(202);
    expect((await account(unknownKey())).status).toBe(401);
    const tenants = [known.tenantId, later.tenantId];
    const accepted = await stack.sql<{ id: string }>('select id from message where tenant_id = any ($1)', [tenants]);
    for (const { id } of accepted) await stack.mail.waitFor(({ source }) => source.includes(`<${id}@`), 20_000);
    expect(stack.platform.isRunning, stack.platform.output).toBe(true);
  });
});
