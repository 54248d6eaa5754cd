import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/testing';
import { faultStack, type FaultStack, type Sender } from '../support/fault-stack.js';
import type { Answer } from '../support/http-client.js';
import { emailTo } from '../support/sending-load.js';

/** What the contract gives a call that needs somebody who does not answer. */
const DEADLINE_MS = 5_000;

let stack: FaultStack;
let known: Sender;
let later: Sender;

beforeAll(async () => {
  stack = await faultStack({ identity: true });
  [known, later] = [await stack.sender(), await stack.sender()];
});
afterAll(() => stack?.close());

const send = ({ client }: Pick<Sender, 'client'>) => client.post('/v1/emails/send', emailTo('someone@example.test'));
const account = ({ client }: Pick<Sender, 'client'>) => client.get('/v1/account');

const stranger = () => ({ client: stack.clientOf(`sk_test_${randomBytes(24).toString('hex')}`) });

/** Calls that are made at the same time, each answered within the deadline. */
async function inTime(calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
  return Promise.all(
    calls.map(async (call) => {
      const began = performance.now();
      const answer = await call();
      expect(performance.now() - began, answer.text).toBeLessThan(DEADLINE_MS);
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
    expect(outcomes(await inTime(many(20, () => account(stranger()))))).toEqual(new Set(['503 ServiceUnavailable']));
    expect(outcomes(await inTime([() => account({ client: stack.clientOf('sk_test_x') })]))).toEqual(
      new Set(['401 AuthorizationError']),
    );
  }, 30_000);

  it('and without a Redis nobody is let in by a guess, and nothing hangs', async () => {
    await stack.redis.kill();
    const calls = [...many(10, () => send(known)), ...many(10, () => account(later)), () => account(stranger())];
    expect(outcomes(await inTime(calls))).toEqual(new Set(['503 ServiceUnavailable']));
    const [ready] = await inTime([() => stack.platform.client.get('/readyz')]);
    expect(ready?.status).toBe(503);
    expect((await stack.platform.client.get('/healthz')).status).toBe(200);
  }, 30_000);
});

describe('with an identity and without a Redis', () => {
  it('known and unknown keys are judged by identity', async () => {
    await stack.identity.start();
    expect(outcomes(await inTime([() => send(known), () => send(later)]))).toEqual(new Set(['202']));
    expect(outcomes(await inTime([() => account(stranger())]))).toEqual(new Set(['401 AuthorizationError']));
  }, 30_000);
});

describe('when both are back', () => {
  it('everything is as before, and what was accepted meanwhile is delivered', async () => {
    await stack.redis.start();
    await waitUntil(async () => (await stack.platform.client.get('/readyz')).status === 200, { timeoutMs: 15_000 });
    expect((await send(later)).status).toBe(202);
    expect((await account(stranger())).status).toBe(401);
    const accepted = await stack.sql<{ id: string }>('select id from message');
    await stack.mail.waitFor(accepted.length, 20_000);
    expect(stack.platform.isRunning, stack.platform.output).toBe(true);
  }, 40_000);
});
