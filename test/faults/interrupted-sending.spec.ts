import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, nextPosition } from '#libs/core/persistence';
import { freePort, waitUntil } from '#libs/test/testing';
import { startSmppServer, type SmppServer } from '../../libs/messaging/sms/test-support/smpp-server.js';
import { faultStack, type FaultStack, type Sender } from '../support/fault-stack.js';
import { expectNothingLost } from '../support/nothing-lost.js';
import { SendingLoad } from '../support/sending-load.js';

const RECIPIENTS = 4_000;
const TEXTS = 150;
const RECEIPT = 0x04;

let stack: FaultStack;
/** The port of the carrier, which is down until a test starts it. */
let port: number;

beforeAll(async () => {
  port = await freePort();
  stack = await faultStack({
    environment: { SMS_URL: `smpp://esme:secret@127.0.0.1:${port}`, SMS_FROM: '+12025550100' },
  });
});
afterAll(() => stack?.close());

describe('a platform that is killed in the middle of 2,000 sends', () => {
  it('loses nothing, and sends duplicates only under the same Message-ID', async () => {
    const sender = await stack.createSender();
    const earlier = stack.mail.messages.length;
    const load = new SendingLoad(stack, sender, { count: 2_000 });
    for (const accepted of [400, 1_000]) {
      await load.waitForAccepted(accepted);
      await stack.mail.waitFor(earlier + accepted / 8, 20_000);
      await stack.platform.kill();
      await stack.platform.start();
    }
    const account = await expectNothingLost(stack, sender, load);
    expect(account.accepted).toBeGreaterThan(1_500);
  });
});

async function waitingForAnotherTry(tenantId: string): Promise<number> {
  const [row] = await stack.sql<{ count: number }>(
    `select count(*)::int from message where tenant_id = $1 and status = 'processing'`,
    [tenantId],
  );
  return row?.count ?? 0;
}

describe('a mail server that is down for a while in the middle of sending', () => {
  it('gets everything when it is back, and no call notices', async () => {
    const sender = await stack.createSender();
    const earlier = stack.mail.messages.length;
    const load = new SendingLoad(stack, sender, { count: 2_000 });
    await load.waitForAccepted(300);
    await stack.mail.waitFor(earlier + 50, 20_000);
    await stack.mail.stop();
    await load.done;
    await expect.poll(() => waitingForAnotherTry(sender.tenantId)).toBeGreaterThan(100);
    await stack.mail.start();
    await expectNothingLost(stack, sender, load);
    expect(new Set(load.calls.map(({ status }) => status))).toEqual(new Set([202]));
  });
});

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
    const sender = await stack.createSender('live');
    const numbers = Array.from({ length: TEXTS }, (_, n) => `+1202555${String(1000 + n)}`);
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
          return (await counts(sender))['delivered'] === TEXTS;
        },
        { timeoutMs: 60_000, everyMs: 500, what: 'every text to be delivered' },
      );
      const received = carrier.texts().map(({ to }) => `+${to}`);
      expect(received.sort()).toEqual(numbers.sort());
    } finally {
      await carrier.close();
    }
  });
});

/** A campaign to so many that has just been started: as it stands in the database. */
async function startedCampaign({ tenantId }: Sender): Promise<string> {
  const [campaign, list] = [newId('cam'), newId('lst')];
  const contacts = Array.from({ length: RECIPIENTS }, () => newId('cnt'));
  const content = {
    source: 'news@shop.test',
    replyTo: [],
    templateId: null,
    templateData: {},
    subject: 'News',
    html: null,
    text: 'Hello, {{ email }}.',
    trackOpens: null,
    trackClicks: null,
    tags: null,
  };
  await stack.sql(
    `insert into contact_list (tenant_id, id, name, slug, member_count) values ($1, $2, 'All', 'all', $3)`,
    [tenantId, list, RECIPIENTS],
  );
  await stack.sql(
    `insert into contact (tenant_id, id, email)
     select $1, id, 'p' || n || '@example.test' from unnest($2::text[]) with ordinality as given (id, n)`,
    [tenantId, contacts],
  );
  await stack.sql(
    `insert into contact_list_member (tenant_id, list_id, contact_id) select $1, $2, unnest($3::text[])`,
    [tenantId, list, contacts],
  );
  await stack.sql(
    `insert into campaign (tenant_id, id, name, status, environment, list_id, content, run, recipients)
     values ($1, $2, 'News', 'running', 'test', $3, $4, 1, $5)`,
    [tenantId, campaign, list, JSON.stringify(content), RECIPIENTS],
  );
  await stack.sql(
    `insert into outbox (id, tenant_id, kind, payload, available_at) values ($1, $2, 'campaign.send', $3, now())`,
    [nextPosition(), tenantId, JSON.stringify({ campaignId: campaign, run: 1 })],
  );
  return campaign;
}

async function progressOf(campaign: string): Promise<{ status: string; accepted: number }> {
  const [row] = await stack.sql<{ status: string; accepted: number }>(
    `select status, accepted from campaign where id = $1`,
    [campaign],
  );
  return row!;
}

describe('a campaign whose process is killed in the middle', () => {
  it('reaches every contact once', async () => {
    const sender = await stack.createSender();
    const campaign = await startedCampaign(sender);
    await waitUntil(async () => (await progressOf(campaign)).accepted >= RECIPIENTS * 0.3, { timeoutMs: 30_000 });
    await stack.platform.kill();
    expect((await progressOf(campaign)).status).toBe('running');
    await stack.platform.start();
    await waitUntil(async () => (await progressOf(campaign)).status === 'completed', {
      timeoutMs: 60_000,
      everyMs: 200,
    });
    expect((await progressOf(campaign)).accepted).toBe(RECIPIENTS);
    const [row] = await stack.sql(
      `select count(*)::int as messages, count(distinct recipient)::int as people from message where tenant_id = $1`,
      [sender.tenantId],
    );
    expect(row).toEqual({ messages: RECIPIENTS, people: RECIPIENTS });
    const [usage] = await stack.sql(`select emails_sent::int as sent from usage_counter where tenant_id = $1`, [
      sender.tenantId,
    ]);
    expect(usage).toEqual({ sent: RECIPIENTS });
  });
});
