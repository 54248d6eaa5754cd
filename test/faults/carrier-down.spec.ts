import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, waitUntil } from '#libs/testing';
import { startSmppServer, type SmppServer } from '../../libs/sms/test-support/smpp-server.js';
import { faultStack, type FaultStack, type Sender } from '../support/fault-stack.js';

const COUNT = 150;
const RECEIPT = 0x04;

let stack: FaultStack;
let port: number;

beforeAll(async () => {
  port = await freePort();
  stack = await faultStack({
    environment: { SMS_URL: `smpp://esme:secret@127.0.0.1:${port}`, SMS_FROM: '+12025550100' },
  });
}, 120_000);
afterAll(() => stack?.close());

/** A carrier that reports every text as delivered, until that is taken. */
async function startCarrier(): Promise<SmppServer> {
  const carrier: SmppServer = await startSmppServer({
    port,
    onSubmit: ({ nth }) => {
      void report(`r${nth}`).catch(() => undefined);
      return { messageId: `r${nth}` };
    },
  });
  const report = (id: string) =>
    waitUntil(async () => {
      const short_message = `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 stat:DELIVRD err:000`;
      return (await carrier.deliver({ esm_class: RECEIPT, short_message })).command_status === 0;
    });
  return carrier;
}

async function counts({ tenantId }: Sender): Promise<Record<string, number>> {
  const rows = await stack.sql<{ status: string; count: number }>(
    `select status, count(*)::int from message where tenant_id = $1 group by status`,
    [tenantId],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

describe('a carrier that is down, and a platform that is killed meanwhile', () => {
  it('gets every text once when it is back, and every receipt is recorded', async () => {
    const sender = await stack.sender('live');
    const numbers = Array.from({ length: COUNT }, (_, n) => `+1202555${String(1000 + n)}`);
    const answers = await Promise.all(
      numbers.map((to) => sender.client.post('/v1/sms/send', { To: [to], Body: 'Hello.' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await stack.platform.kill();
    await stack.platform.start();
    const carrier = await startCarrier();
    try {
      await waitUntil(
        async () => {
          await stack.sql(`update outbox set available_at = now() where tenant_id = $1 and available_at > now()`, [
            sender.tenantId,
          ]);
          return (await counts(sender))['delivered'] === COUNT;
        },
        { timeoutMs: 60_000, everyMs: 500, what: 'every text to be delivered' },
      );
      const received = carrier.texts().map(({ to }) => `+${to}`);
      expect(received.sort()).toEqual(numbers.sort());
    } finally {
      await carrier.close();
    }
  }, 120_000);
});
