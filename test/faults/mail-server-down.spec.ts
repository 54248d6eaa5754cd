import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultStack, type FaultStack } from '../support/fault-stack.js';
import { expectNothingLost } from '../support/nothing-lost.js';
import { SendingLoad } from '../support/sending-load.js';

let stack: FaultStack;

beforeAll(async () => {
  stack = await faultStack();
});
afterAll(() => stack?.close());

async function waitingForAnotherTry(tenantId: string): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(
    `select count(*)::int from message where tenant_id = $1 and status = 'processing'`,
    [tenantId],
  );
  return row?.count ?? 0;
}

describe('a mail server that is down for a while in the middle of sending', () => {
  it('gets everything when it is back, and no call notices', async () => {
    const sender = await stack.sender();
    const load = new SendingLoad(stack, sender, { count: 2_000 });
    await load.reached(300);
    await stack.mail.waitFor(50, 20_000);
    await stack.mail.stop();
    await load.done;
    await expect.poll(() => waitingForAnotherTry(sender.tenantId), { timeout: 20_000 }).toBeGreaterThan(100);
    await stack.mail.start();
    await expectNothingLost(stack, sender, load);
    expect(new Set(load.calls.map(({ status }) => status))).toEqual(new Set([202]));
  }, 90_000);
});
