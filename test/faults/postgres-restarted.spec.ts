import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { faultStack } from '../support/fault-stack.js';
import { expectNothingLost } from '../support/nothing-lost.js';
import { SendingLoad } from '../support/sending-load.js';
import { useStack } from '../support/use-stack.js';

const LONGEST_MS = 10_000;

const stack = useStack(() => faultStack({ ownPostgres: true }));

async function expectNoLossThrough(down: () => Promise<void>): Promise<void> {
  const sender = await stack.createSender();
  const load = new SendingLoad(stack, sender, { count: 1_000 });
  for (const accepted of [200, 500]) {
    await load.waitForAccepted(accepted);
    await down();
    await stack.postgres.start();
  }
  const account = await expectNothingLost(stack, sender, load);
  expect(account.slowestMs).toBeLessThan(patient(LONGEST_MS));
  for (const { status, body } of load.calls) if (status !== 202) expectRefusal(status, body);
  expect(stack.platform.isRunning, stack.platform.output).toBe(true);
}

/** Meanwhile a call may be refused, in the envelope. */
function expectRefusal(status: number, body: unknown): void {
  expect([500, 503]).toContain(status);
  const Error = { Type: 'Receiver', Code: expect.any(String), Message: expect.any(String) };
  expect(body).toEqual({ Error, RequestId: expect.any(String) });
}

describe('a Postgres that goes away in the middle of sending', () => {
  it.each([
    ['restarted in order', () => stack.postgres.stop()],
    ['crashed and recovered', () => stack.postgres.crash()],
  ])('%s, loses no e-mail', async (_, down) => {
    await expectNoLossThrough(down);
  });
});
