import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultStack, type FaultStack } from '../support/fault-stack.js';
import { expectNothingLost } from '../support/nothing-lost.js';
import { SendingLoad } from '../support/sending-load.js';

let stack: FaultStack;

beforeAll(async () => {
  stack = await faultStack();
});
afterAll(() => stack?.close());

describe('a platform that is killed in the middle of 2,000 sends', () => {
  it('loses nothing, and doubles nothing that can be told apart', async () => {
    const sender = await stack.sender();
    const load = new SendingLoad(stack, sender, { count: 2_000 });
    for (const accepted of [400, 1_000]) {
      await load.reached(accepted);
      await stack.mail.waitFor(accepted / 8, 20_000);
      await stack.platform.kill();
      await stack.platform.start();
    }
    const account = await expectNothingLost(stack, sender, load);
    expect(account.accepted).toBeGreaterThan(1_500);
  }, 120_000);
});
