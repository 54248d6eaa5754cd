import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { metrics } from '#libs/core/observability';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { arf, dsn, mail } from '../../../../libs/mail/email/test-support/reports.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { BounceListener } from './listener/bounce-listener.js';
import { ReturnPaths } from './return-paths/return-path.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const DOMAIN = 'bounces.demo.test';

const hooks = useStack(() => HttpSink.start());
const stack = useStack(() =>
  platformStack({
    environment: {
      RETURN_PATH_DOMAIN: DOMAIN,
      BOUNCE_PORT: '0',
      BOUNCE_MAX_BYTES: '100000',
      OUTBOUND_ALLOW: hooks.host,
    },
  }),
);
const acme = usePrepared(() => stack.createTenant());

const port = () => stack.app.get(BounceListener, { strict: false }).port!;

/** Sends a report as a mail server does. */
async function handIn(to: string | string[], raw: Buffer): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port: port(), ignoreTLS: true });
  try {
    const { response } = await transport.sendMail({ envelope: { from: '', to }, raw });
    return response;
  } catch (error) {
    return (error as { response?: string }).response ?? String(error);
  } finally {
    transport.close();
  }
}

let count = 0;
const newRecipient = () => `someone${(count += 1)}@example.test`;

/** Sends an e-mail, by default to a new recipient; returns its id and return path. */
async function sent(tenant = acme, to = newRecipient()): Promise<{ id: string; to: string; returnPath: string }> {
  const { body } = await (await tenant.key()).post('/v1/emails/send', tenant.email({ to: [to] }));
  const received = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
  await detailWhen(tenant, body.MessageId, ({ Message }) => Message.Status === 'sent');
  return { id: body.MessageId, to, returnPath: received.from };
}

interface Detail {
  Message: { Status: string; Error: string | null };
  Events: { Id: string; Type: string; Detail: Record<string, unknown> }[];
}

async function detailWhen(tenant: TestTenant, id: string, fits: (detail: Detail) => boolean): Promise<Detail> {
  const client = await tenant.key('emails:read');
  await waitUntil(async () => fits((await client.get(`/v1/emails/${id}`)).body));
  // The message and its timeline are two reads: of one that fits, both are there in the next.
  return (await client.get(`/v1/emails/${id}`)).body;
}

const hasEvent = (type: string) => (detail: Detail) => detail.Events.some(({ Type }) => Type === type);

const allHandled = () =>
  waitUntil(async () => {
    const [row] = await stack.sql<{ left: number }>(
      `select count(*)::int as left from outbox where kind = 'feedback.process'`,
    );
    return row?.left === 0;
  });

async function suppressed(tenant: TestTenant) {
  return (await (await tenant.session()).get('/api/suppressions')).body.Suppressions;
}

const failed = (status: string, diagnostic: string, recipient: string) =>
  dsn({
    'Final-Recipient': `rfc822; ${recipient}`,
    Action: 'failed',
    Status: status,
    'Diagnostic-Code': `smtp; ${diagnostic}`,
  });

const hardBounce = (to: string) => failed('5.1.1', '550 5.1.1 User unknown', to);

async function counter(name: string, label: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((one) => one.startsWith(name) && one.includes(`"${label}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('a bounce', () => {
  it('leaves every message with a return path of its own, and comes back to it', async () => {
    const { id, to, returnPath } = await sent();
    expect(returnPath).toMatch(/^bounce\+[0-9a-f]{56}@bounces\.demo\.test$/);
    expect(await handIn(returnPath, hardBounce(to))).toMatch(/^250/);
    const { Message, Events } = await detailWhen(acme, id, hasEvent('bounced'));
    expect(Message).toMatchObject({ Status: 'bounced', Error: '550 5.1.1 User unknown' });
    expect(Events.map(({ Type }) => Type)).toEqual(['queued', 'sent', 'bounced']);
    expect(Events.at(-1)?.Detail).toEqual({
      Type: 'hard',
      Status: '5.1.1',
      SmtpCode: 550,
      Diagnostic: '550 5.1.1 User unknown',
    });
  });

  it('suppresses the address when it is hard, and only then', async () => {
    const tenant = await stack.createTenant();
    const [hard, soft, block] = [
      await sent(tenant, 'a@x.test'),
      await sent(tenant, 'b@x.test'),
      await sent(tenant, 'c@x.test'),
    ];
    await handIn(soft.returnPath, failed('5.2.2', '552 5.2.2 Mailbox full', 'b@x.test'));
    await handIn(block.returnPath, failed('5.7.1', '554 5.7.1 blocked using zen.spamhaus.org', 'c@x.test'));
    await handIn(hard.returnPath, failed('5.1.1', '550 unknown', 'a@x.test'));
    await allHandled();
    expect(await suppressed(tenant)).toEqual([
      expect.objectContaining({ Address: 'a@x.test', Reason: 'bounce', Source: 'report', MessageId: hard.id }),
    ]);
    const details = await Promise.all([soft, block].map(({ id }) => detailWhen(tenant, id, hasEvent('bounced'))));
    expect(details.map(({ Events }) => Events.at(-1)?.Detail['Type'])).toEqual(['soft', 'block']);
  });

  it('notifies the webhooks', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('admin');
    await session.post('/api/webhooks', { Url: hooks.url, Events: ['email.bounced', 'email.complained'] });
    const { id, to, returnPath } = await sent(tenant);
    await handIn(returnPath, hardBounce(to));
    const call = await hooks.waitFor(({ text }) => text.includes(id));
    expect(JSON.parse(call.text)).toMatchObject({
      EventType: 'email.bounced',
      Data: { MessageId: id, To: to, Type: 'hard', Status: '5.1.1' },
    });
  });

  it('is one event, however often it arrives', async () => {
    const { id, to, returnPath } = await sent();
    await Promise.all(Array.from({ length: 5 }, () => handIn(returnPath, hardBounce(to))));
    await allHandled();
    const { Events } = await detailWhen(acme, id, hasEvent('bounced'));
    expect(Events.filter(({ Type }) => Type === 'bounced')).toHaveLength(1);
    expect(await stack.sql('select 1 from feedback_report')).toEqual([]);
  });

  it('does not suppress again, when it is repeated, what the account has removed', async () => {
    const tenant = await stack.createTenant();
    const { to, returnPath } = await sent(tenant);
    await handIn(returnPath, hardBounce(to));
    await allHandled();
    const session = await tenant.session();
    expect((await session.delete(`/api/suppressions/${to}`)).status).toBe(204);
    await handIn(returnPath, hardBounce(to));
    await allHandled();
    expect(await suppressed(tenant)).toEqual([]);
  });

  it('may be in no standard form', async () => {
    const { id, to, returnPath } = await sent();
    const headers = { From: 'MAILER-DAEMON@mx.example.test', Subject: 'failure notice' };
    const words = `Hi. This is the qmail-send program at mx.example.test.\n\n<${to}>:\nSorry, no mailbox here by that name. (#5.1.1)\n`;
    await handIn(returnPath, mail(headers, words));
    const { Events } = await detailWhen(acme, id, hasEvent('bounced'));
    expect(Events.at(-1)?.Detail).toMatchObject({ Type: 'hard', Status: '5.1.1' });
  });

  it('of an address that the mail was forwarded to names that address', async () => {
    const { id, returnPath } = await sent();
    await handIn(returnPath, failed('5.1.1', '550 unknown', 'elsewhere@other.test'));
    const { Events } = await detailWhen(acme, id, hasEvent('bounced'));
    expect(Events.at(-1)?.Detail).toMatchObject({ FinalRecipient: 'elsewhere@other.test' });
  });

  it('of an address that the mail was forwarded to suppresses nothing, unless it is the same mailbox', async () => {
    const tenant = await stack.createTenant();
    const [list, alias] = [await sent(tenant, 'list@x.test'), await sent(tenant, 'ana@x.test')];
    await handIn(list.returnPath, failed('5.1.1', '550 unknown', 'member@other.test'));
    await handIn(alias.returnPath, failed('5.1.1', '550 unknown', 'ana@mailbox.x.test'));
    await allHandled();
    expect(await suppressed(tenant)).toEqual([expect.objectContaining({ Address: 'ana@x.test', Reason: 'bounce' })]);
  });

  it('of a name that cannot be resolved now suppresses nothing', async () => {
    const tenant = await stack.createTenant();
    const { id, to, returnPath } = await sent(tenant);
    const again = 'Name service error for name=example.test type=MX: Host not found, try again';
    await handIn(returnPath, failed('5.4.4', again, to));
    await allHandled();
    expect((await detailWhen(tenant, id, hasEvent('bounced'))).Events.at(-1)?.Detail).toMatchObject({ Type: 'soft' });
    expect(await suppressed(tenant)).toEqual([]);
  });
});

describe('a report of success', () => {
  it('is asked for, with the id of the message', async () => {
    const { id, to } = await sent();
    const { asked } = await stack.mail.waitFor(({ source }) => source.includes(id));
    expect(asked).toMatchObject({ ret: 'HDRS', envid: id, orcpt: `rfc822;${to}` });
    expect(asked.notify).toEqual(['SUCCESS', 'FAILURE', 'DELAY']);
  });

  it.each([
    ['a server that reports nothing', 'relayed'],
    ['the members of an alias', 'expanded'],
  ])('is no proof if the mail only went on to %s', async (_whom, Action) => {
    const { id, to, returnPath } = await sent();
    await handIn(returnPath, dsn({ 'Final-Recipient': `rfc822; ${to}`, Action, Status: '2.0.0' }));
    await allHandled();
    expect((await detailWhen(acme, id, () => true)).Events.map(({ Type }) => Type)).toEqual(['queued', 'sent']);
  });
});

describe('the order of events', () => {
  const delivered = dsn({ 'Final-Recipient': 'rfc822; whoever@example.test', Action: 'delivered', Status: '2.0.0' });
  const delayed = dsn({ 'Final-Recipient': 'rfc822; whoever@example.test', Action: 'delayed', Status: '4.4.1' });
  const complaint = arf({ 'Feedback-Type': 'abuse', 'User-Agent': 'Loop/1.0' });

  it('matters: a delivery after a bounce is recorded in the timeline and changes nothing', async () => {
    const { id, to, returnPath } = await sent();
    await handIn(returnPath, hardBounce(to));
    await detailWhen(acme, id, hasEvent('bounced'));
    await handIn(returnPath, delivered);
    expect((await detailWhen(acme, id, hasEvent('delivered'))).Message.Status).toBe('bounced');
  });

  it('ends with the complaint', async () => {
    const { id, returnPath } = await sent(acme, 'angry@example.test');
    await handIn(returnPath, delivered);
    expect((await detailWhen(acme, id, hasEvent('delivered'))).Message.Status).toBe('sent');
    await handIn(returnPath, complaint);
    const { Message, Events } = await detailWhen(acme, id, hasEvent('complained'));
    expect(Message.Status).toBe('complained');
    expect(Events.at(-1)?.Detail).toEqual({ FeedbackType: 'abuse', UserAgent: 'Loop/1.0' });
    await handIn(returnPath, failed('5.1.1', '550 unknown', 'angry@example.test'));
    expect((await detailWhen(acme, id, hasEvent('bounced'))).Message.Status).toBe('complained');
    expect(await suppressed(acme)).toContainEqual(
      expect.objectContaining({ Address: 'angry@example.test', Reason: 'complaint' }),
    );
  });

  it('keeps a delay as a note', async () => {
    const { id, returnPath } = await sent();
    await handIn(returnPath, delayed);
    expect((await detailWhen(acme, id, hasEvent('deferred'))).Message.Status).toBe('sent');
  });
});

describe('what the return path refuses', () => {
  it('is every address that it has not written, which it counts', async () => {
    const { id, to, returnPath } = await sent();
    const before = await counter('feedback_refused_total', 'return_path');
    const forged = returnPath.replace(/[0-9a-f]@/, (end) => `${end[0] === '0' ? '1' : '0'}@`);
    for (const forgedPath of [forged, `somebody@${DOMAIN}`, 'someone@elsewhere.test']) {
      expect(await handIn(forgedPath, hardBounce(to))).toMatch(/^550/);
    }
    expect(await counter('feedback_refused_total', 'return_path')).toBe(before + 3);
    expect(hasEvent('bounced')(await detailWhen(acme, id, () => true))).toBe(false);
  });

  it('is a return path of more than 30 days ago, which it counts', async () => {
    const { id, to } = await sent();
    const before = await counter('feedback_refused_total', 'expired_return_path');
    const ref = { tenantId: acme.id, messageId: id as `msg_${string}` };
    const old = stack.app.get(ReturnPaths, { strict: false }).addressOf(ref, new Date(Date.now() - 31 * 86_400_000))!;
    expect(await handIn(old, hardBounce(to))).toMatch(/^550 5\.1\.1 This return path has expired/);
    expect(await counter('feedback_refused_total', 'expired_return_path')).toBe(before + 1);
    expect(await suppressed(acme)).not.toContainEqual(expect.objectContaining({ Address: to }));
  });

  it('is the 21st report on a message, of whatever content; other messages have their own 20', async () => {
    const [flooded, other] = [await sent(), await sent()];
    const reports = Array.from({ length: 24 }, (_, n) => failed('4.0.0', `451 reason ${n % 12}`, flooded.to));
    const answers: string[] = [];
    for (const report of reports) answers.push((await handIn(flooded.returnPath, report)).slice(0, 3));
    expect(answers).toEqual([...Array.from({ length: 20 }, () => '250'), '452', '452', '452', '452']);
    expect(await handIn([flooded.returnPath, other.returnPath], failed('4.0.0', '451 busy', other.to))).toMatch(/^250/);
    await allHandled();
    const { Events } = await detailWhen(acme, flooded.id, hasEvent('bounced'));
    expect(Events.filter(({ Type }) => Type === 'bounced')).toHaveLength(12);
    expect(hasEvent('bounced')(await detailWhen(acme, other.id, hasEvent('bounced')))).toBe(true);
  });

  it('is a report over the limit', async () => {
    const { to, returnPath } = await sent();
    const large = Buffer.concat([hardBounce(to), Buffer.from('x'.repeat(998).concat('\r\n').repeat(120))]);
    expect(await handIn(returnPath, large)).toMatch(/^552/);
  });
});

describe('a report that says nothing', () => {
  it('is taken, counted and forgotten: of a message that is gone', async () => {
    const before = await counter('feedback_reports_total', 'unknown_message');
    const ref = { tenantId: acme.id, messageId: 'msg_0123456789abcdef' } as const;
    const returnPath = stack.app.get(ReturnPaths, { strict: false }).addressOf(ref)!;
    expect(await handIn(returnPath, hardBounce('someone@example.test'))).toMatch(/^250/);
    await allHandled();
    expect(await counter('feedback_reports_total', 'unknown_message')).toBe(before + 1);
  });

  it('is taken, counted and forgotten: an automatic answer, and bytes that are no mail', async () => {
    const { id, returnPath } = await sent();
    const before = await counter('feedback_reports_total', 'unrecognised');
    await handIn(returnPath, mail({ Subject: 'Out of office', 'Auto-Submitted': 'auto-replied' }, 'Not here.\n'));
    await handIn(returnPath, Buffer.from([0, 255, 1, 13, 10, 200]));
    await allHandled();
    expect(await counter('feedback_reports_total', 'unrecognised')).toBe(before + 2);
    const { Events } = await detailWhen(acme, id, () => true);
    expect(Events).toHaveLength(2);
  });

  it('and says so of a complaint that is taken back', async () => {
    const { id, returnPath } = await sent(acme, 'kind@example.test');
    await handIn(returnPath, arf({ 'Feedback-Type': 'not-spam' }));
    await allHandled();
    expect((await detailWhen(acme, id, () => true)).Message.Status).toBe('sent');
  });
});

describe('the listener', () => {
  it('takes many reports at once over one connection', async () => {
    const messages = await Promise.all(Array.from({ length: 10 }, (_, n) => sent(acme, `many${n}@example.test`)));
    const transport = createTransport({
      host: '127.0.0.1',
      port: port(),
      ignoreTLS: true,
      pool: true,
      maxConnections: 1,
    });
    await Promise.all(
      messages.map(({ returnPath }, n) =>
        transport.sendMail({
          envelope: { from: '', to: returnPath },
          raw: failed('5.1.1', '550 no', `many${n}@example.test`),
        }),
      ),
    );
    transport.close();
    for (const { id } of messages)
      expect((await detailWhen(acme, id, hasEvent('bounced'))).Message.Status).toBe('bounced');
  });

  it('is off in a process that runs no queues, and without a port', async () => {
    const api = await platformStack({ environment: { RETURN_PATH_DOMAIN: DOMAIN, BOUNCE_PORT: '0', ROLE: 'api' } });
    expect(api.app.get(BounceListener, { strict: false }).port).toBeUndefined();
    await api.close();
  });

  it('takes two spellings of one return path for one', async () => {
    const { id, returnPath } = await sent(acme, 'round@example.test');
    await handIn([returnPath, returnPath.toUpperCase()], failed('5.1.1', '550 no', 'round@example.test'));
    expect((await detailWhen(acme, id, hasEvent('bounced'))).Events).toHaveLength(3);
  });
});
