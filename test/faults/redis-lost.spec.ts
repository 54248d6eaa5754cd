import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultStack, type FaultStack } from '../support/fault-stack.js';
import { expectNothingLost } from '../support/nothing-lost.js';
import { SendingLoad } from '../support/sending-load.js';

const LONGEST_MS = 5_000;

let stack: FaultStack;

beforeAll(async () => {
  stack = await faultStack({ identity: true });
});
afterAll(() => stack?.close());

async function restart(options: { empty: boolean }): Promise<void> {
  await stack.redis.kill();
  await stack.redis.start(options);
}

/** Sends while Redis is disturbed again and again, each time that so many more are accepted. */
async function expectNoLossThrough(disturb: () => Promise<void>): Promise<void> {
  const count = 1_000;
  const sender = await stack.sender();
  const load = new SendingLoad(stack, sender, { count });
  for (const share of [0.2, 0.5, 0.8]) {
    await load.reached(count * share);
    await disturb();
  }
  const account = await expectNothingLost(stack, sender, load);
  // Identity answers for what the view has lost, so not a single call is refused.
  expect(statuses(load)).toEqual({ 202: count });
  expect(account.slowestMs).toBeLessThan(LONGEST_MS);
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
  ])('%s, loses no e-mail', { timeout: 60_000 }, async (_, disturb) => {
    await expectNoLossThrough(disturb);
  });
});
