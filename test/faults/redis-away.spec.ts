import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/testing';
import { faultStack, type FaultStack, type Sender } from '../support/fault-stack.js';
import { emailTo } from '../support/sending-load.js';

let stack: FaultStack;

beforeAll(async () => {
  stack = await faultStack({ identity: true });
}, 120_000);
afterAll(() => stack?.close());

async function send({ client }: Sender, recipient: string): Promise<number> {
  return (await client.post('/v1/emails/send', emailTo(recipient))).status;
}

/** Whom this test's mail has reached; people who signed up have had mail, too. */
const reached = () =>
  new Set(stack.mail.messages.flatMap(({ to }) => to).filter((to) => /^(?:before|during\d+)@/.test(to)));

/** Transactions of the role that hands work over which are open and wait for something else than the database. */
async function openTransactions(): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where datname = current_database() and application_name = 'platform system' and state = 'idle in transaction'
       and state_change < now() - interval '200 ms'`,
  );
  return row?.count ?? 0;
}

describe('a Redis that is away', () => {
  it('is waited for by no transaction, takes no work from the outbox, and has all of it soon after it is back', async () => {
    const sender = await stack.sender();
    expect(await send(sender, 'before@example.test')).toBe(202);
    await waitUntil(() => reached().size === 1, { timeoutMs: 20_000 });
    await stack.redis.kill();
    for (let n = 0; n < 20; n += 1) {
      expect(await send(sender, `during${n}@example.test`)).toBe(202);
      expect(await openTransactions()).toBe(0);
    }
    const handed = async () => stack.sql('select id from outbox where handed_at is not null');
    await waitUntil(async () => (await handed()).length === 0, { what: 'the outbox to have everything' });
    await stack.redis.start();
    await waitUntil(() => reached().size === 21, { timeoutMs: 20_000, what: 'everybody to be reached' });
  }, 60_000);
});
