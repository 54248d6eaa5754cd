import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import type { StackTenant } from '../../../../test/support/stack-tenant.js';
import { useStack } from '../../../../test/support/use-stack.js';

let tenant: StackTenant;
let client: HttpClient;
let from: string;
let mailboxId: string;

const platform = useStack(async () => {
  const sink = await HttpSink.start();
  sink.answer({ body: JSON.stringify({ plan: '', quota: null }) });
  return sink;
});
const stack = useStack(() => mailStack({ PLATFORM_URL: platform.url }));
beforeEach(async () => {
  stack.mail.acceptAll();
  tenant = await stack.createTenant();
  const { domain } = await createDomain(stack.app, tenant.id);
  ({ address: from, id: mailboxId } = await createMailbox(stack.app, domain, 'hello'));
  client = await tenant.key('email:send');
});

/** Statements that a call alone may take to write: four transactions, the housekeeping beside them included. */
const MOST_STATEMENTS = 16;

let next = 0;
const someone = () => `someone${++next}@example.test`;
const send = (body: object, headers: Record<string, string> = {}) => client.with(headers).post('/v1/emails', body);
const message = (to: string[] = [someone()]) => ({ from, to, subject: 'Hello', text: 'It works.' });
const receivedBy = (address: string) => stack.mail.messages.filter(({ to }) => to.includes(address));

describe('sending a message', () => {
  it('hands it to the mail server, signed for the domain of its sender', async () => {
    const to = someone();
    const { status, body } = await send(message([to]));
    expect([status, body.status]).toEqual([202, 'sent']);
    const [mail] = receivedBy(to);
    expect(mail?.from).toBe(from);
    const raw = mail!.raw.toString();
    expect(raw).toContain(`Message-ID: <${body.message_id}>`);
    expect(raw).toMatch(/^DKIM-Signature: .*a=ed25519-sha256/);
  });

  it('has a text beside its HTML where it was given none', async () => {
    const [to, other] = [someone(), someone()];
    const html = '<p>See <a href="https://shop.test/">the shop</a>.</p>';
    await send({ ...message([to]), text: undefined, html });
    await client.post(`/mailboxes/${mailboxId}/send`, { to: [other], subject: 'Hi', html });
    for (const address of [to, other]) {
      const raw = receivedBy(address)[0]!.raw.toString();
      expect(raw).toMatch(
        /multipart\/alternative.*text\/plain.*See the shop \(https:\/\/shop\.test\/\)\..*text\/html/s,
      );
    }
  });

  it('shows no recipient of bcc to another', async () => {
    const [to, cc, bcc] = [someone(), someone(), someone()];
    await send({ ...message([to]), cc: [cc], bcc: [bcc] });
    expect([to, cc, bcc].map((address) => receivedBy(address).length)).toEqual([1, 1, 1]);
    expect(receivedBy(to)[0]!.raw.toString()).not.toContain(bcc);
  });

  it('goes to an address once that is named twice', async () => {
    const to = someone();
    await send({ ...message([to, to]), cc: [to.toUpperCase()] });
    expect(stack.mail.messages.filter(({ to: [address] }) => address?.toLowerCase() === to)).toHaveLength(1);
  });

  it('is 202 for the recipients that the server takes, and says nothing of the other', async () => {
    const [good, bad] = [someone(), someone()];
    stack.mail.refuse(bad, { code: 550, message: '5.1.1 no such user' });
    const { status } = await send(message([good, bad]));
    expect(status).toBe(202);
    const [row] = await outgoing();
    expect(row?.recipients).toMatchObject([
      { address: good, state: 'sent' },
      { address: bad, state: 'failed', response: expect.stringContaining('5.1.1') },
    ]);
  });
});

describe('a message that no mail server takes', () => {
  it.each<[string, number]>([
    ['refused for good', 550],
    ['deferred', 451],
  ])('is 502 and gone when it is %s', async (_, code) => {
    const to = someone();
    stack.mail.refuse(to, { code, message: 'no' });
    const { status, body } = await send(message([to]));
    expect([status, body.error]).toEqual([502, 'SendFailed']);
    expect(await outgoing()).toEqual([]);
    expect(await stack.sql(`select from outbox where tenant_id = $1`, [tenant.id])).toEqual([]);
    expect(await used()).toEqual([0, 0]);
  });

  it('is sent by a repetition with the same key, which was not kept', async () => {
    const to = someone();
    stack.mail.refuse(to, { code: 451, message: 'later', times: 1 });
    const key = { 'Idempotency-Key': 'refused-once' };
    const body = message([to]);
    expect((await send(body, key)).status).toBe(502);
    expect((await send(body, key)).status).toBe(202);
  });
});

describe('a repetition', () => {
  it('with the same key answers 200 and sends nothing', async () => {
    const to = someone();
    const body = message([to]);
    const first = await send(body, { 'Idempotency-Key': 'once' });
    const second = await send(body, { 'Idempotency-Key': 'once' });
    expect([first.status, second.status]).toEqual([202, 200]);
    expect(second.body).toEqual({ ...first.body, idempotent_replay: true });
    expect(receivedBy(to)).toHaveLength(1);
  });

  it('at the same instant waits for the first one', async () => {
    const to = someone();
    const body = message([to]);
    const answers = await Promise.all([1, 2, 3].map(() => send(body, { 'Idempotency-Key': 'at-once' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202]);
    expect(new Set(answers.map(({ body: { message_id } }) => message_id)).size).toBe(1);
    expect(receivedBy(to)).toHaveLength(1);
  });

  it('with another body is 409, with a malformed key 400', async () => {
    await send(message(), { 'Idempotency-Key': 'other' });
    const conflict = await send(message(), { 'Idempotency-Key': 'other' });
    expect([conflict.status, conflict.body.error]).toEqual([409, 'IdempotencyConflict']);
    expect((await send(message(), { 'Idempotency-Key': 'with blanks' })).status).toBe(400);
  });
});

describe('what is not sent', () => {
  it.each<[string, object, string]>([
    ['an unknown field', { priority: 1 }, 'priority'],
    ['no recipient', { to: [] }, 'to'],
    ['a recipient that is no address', { to: ['nobody'] }, 'to[0]'],
    ['a sender that is no address', { from: 'nobody' }, 'from'],
    ['a header in the subject', { subject: 'Hello\r\nBcc: all@example.test' }, 'subject'],
    ['a header in a recipient', { cc: ['a@example.test\r\nBcc: b@example.test'] }, 'cc[0]'],
    ['an attachment that is no base64', { attachments: [file({ content: 'a b' })] }, 'attachments[0].content'],
    [
      'an attachment whose type is none',
      { attachments: [file({ content_type: 'pdf' })] },
      'attachments[0].contentType',
    ],
    ['a header in the name of an attachment', { attachments: [file({ filename: 'a\nb' })] }, 'attachments[0].filename'],
    ['no text', { text: undefined }, 'text'],
  ])('for %s is 400 and names it', async (_, change, field) => {
    const { status, body } = await send({ ...message(), ...change });
    expect([status, body.error]).toEqual([400, 'ValidationError']);
    expect(body.message).toContain(field);
    expect(await outgoing()).toEqual([]);
  });

  it('from an address without a mailbox is 422', async () => {
    const { status, body } = await send({ ...message(), from: `none-${from}` });
    expect([status, body.error]).toEqual([422, 'CaixaRemetenteInexistente']);
  });

  it("from another account's mailbox is 422", async () => {
    const rival = await (await stack.createTenant()).key('email:send');
    expect((await rival.post('/v1/emails', message())).status).toBe(422);
  });

  it('to an address outside the test domains is 502', async () => {
    const { status, body } = await send(message([someone(), 'ana@company.com']));
    expect([status, body.error]).toEqual([502, 'SendFailed']);
    expect(await outgoing()).toEqual([]);
  });

  it('by a key without the scope is 403, before the body is read', async () => {
    const reader = await tenant.key('email:read');
    const { status, body } = await reader.post('/v1/emails', { unknown: true });
    expect([status, body.error]).toEqual([403, 'InsufficientScope']);
    expect(body.message).toContain('email:send');
  });
});

describe('a user', () => {
  it('sends from a mailbox by the role sender, and not by the role reader', async () => {
    const [sender, reader] = [await tenant.member('member'), await tenant.member('member')];
    await grant(sender.userId, 'sender');
    await grant(reader.userId, 'reader');
    expect((await sender.client.post('/v1/emails', message())).status).toBe(202);
    expect((await reader.client.post('/v1/emails', message())).status).toBe(403);
  });

  it('finds no mailbox without a grant', async () => {
    const { client: stranger } = await tenant.member('member');
    expect((await stranger.post('/v1/emails', message())).status).toBe(422);
    expect((await stranger.post(`/mailboxes/${mailboxId}/send`, { to: [someone()], text: 'Hi' })).status).toBe(404);
  });

  it('sends by the path of a mailbox', async () => {
    const to = someone();
    const { status } = await client.post(`/mailboxes/${mailboxId}/send`, { to: [to], subject: 'Hi', text: 'Hi' });
    expect([status, receivedBy(to)[0]?.from]).toEqual([202, from]);
  });
});

describe('the quota of the plan', () => {
  beforeEach(async () => {
    platform.answer({ body: JSON.stringify({ plan: 'free', quota: { email: 5, sms: 0, push: 0, daily: 3 } }) });
  });
  afterAll(() => platform.answer({ body: JSON.stringify({ plan: '', quota: null }) }));

  it('counts each recipient of to, cc and bcc, and tells what is left', async () => {
    const { headers } = await send({ ...message(), cc: [someone()] });
    expect(quotaOf(headers)).toEqual({ limit: '3', used: '2', remaining: '1', escala: 'dia' });
    const { status, body, headers: refused } = await send({ ...message(), bcc: [someone()] });
    expect([status, body.error]).toEqual([429, 'QuotaExceeded']);
    expect(quotaOf(refused)).toEqual({ limit: '3', used: '2', remaining: '1', escala: 'dia' });
    expect(Number(refused['retry-after'])).toBeGreaterThan(0);
    expect(await used()).toEqual([2, 2]);
  });

  it('tells of the month when less is left of it', async () => {
    await stack.sql(
      `insert into sending_usage (tenant_id, scale, starts_on, used) values ($1, 'month', date_trunc('month', now() at time zone 'UTC'), 5)`,
      [tenant.id],
    );
    const { status, headers } = await send(message());
    expect([status, quotaOf(headers).escala]).toEqual([429, 'mes']);
  });

  it('is used in full by what fits beside a call that does not', async () => {
    const answers = await Promise.all([4, 1, 1, 1].map((n) => send(message(Array.from({ length: n }, someone)))));
    expect(answers.map(({ status }) => status)).toEqual([429, 202, 202, 202]);
    expect(await used()).toEqual([3, 3]);
  });

  it('keeps no key of a call that it refuses', async () => {
    const key = { 'Idempotency-Key': 'too-many' };
    const body = message([someone(), someone(), someone(), someone()]);
    expect([(await send(body, key)).status, (await send(body, key)).status]).toEqual([429, 429]);
    expect(await stack.sql('select from idempotency_key where tenant_id = $1', [tenant.id])).toEqual([]);
  });

  it('is not exceeded by calls at the same instant', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => send(message())));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    expect(await used()).toEqual([3, 3]);
  });
});

describe('calls at the same instant', () => {
  const WRITES = /insert into|update |delete from|^\s*begin/i;

  it('share their transactions, so that twenty of them take few statements', async () => {
    await send(message());
    const one = await statementsOf(() => send(message()), WRITES);
    const all = await statementsOf(async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(message())));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 202));
    }, WRITES);
    expect(one.length).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(all.length).toBeLessThan(one.length * 10);
  });

  it('of several accounts are counted and shown each in their own', async () => {
    const rival = await stack.createTenant();
    const { domain } = await createDomain(stack.app, rival.id);
    const { address } = await createMailbox(stack.app, domain, 'hello');
    const other = await rival.key('email:send');
    const calls = [1, 2, 3].flatMap(() => [send(message()), other.post('/v1/emails', { ...message(), from: address })]);
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 202));
    const shown = await stack.sql<{ tenant: string; n: number }>(
      `select m.tenant_id as tenant, count(*)::int as n from mail_message m join mailbox b
         on b.tenant_id = m.tenant_id and b.id = m.mailbox_id where m.tenant_id = any ($1) group by m.tenant_id`,
      [[tenant.id, rival.id]],
    );
    expect(new Map(shown.map(({ tenant: id, n }) => [id, n]))).toEqual(
      new Map([tenant.id, rival.id].map((id) => [id, 3])),
    );
    expect(await used()).toEqual([3, 3]);
  });
});

const file = (change: object) => ({ filename: 'a.txt', content_type: 'text/plain', content: 'YQ==', ...change });

const outgoing = () =>
  stack.sql<{ recipients: object[] }>(`select recipients from outgoing_message where tenant_id = $1`, [tenant.id]);

async function used(): Promise<number[]> {
  const rows = await stack.sql<{ used: number }>(`select used from sending_usage where tenant_id = $1 order by scale`, [
    tenant.id,
  ]);
  return rows.map((row) => row.used);
}

async function grant(userId: string, role: string): Promise<void> {
  await stack.sql(`insert into mailbox_grant (tenant_id, mailbox_id, user_id, role) values ($1, $2, $3, $4)`, [
    tenant.id,
    mailboxId,
    userId,
    role,
  ]);
}

function quotaOf(headers: Answer['headers']) {
  const value = (name: string) => headers[`x-quota-${name}`];
  return { limit: value('limit'), used: value('used'), remaining: value('remaining'), escala: value('escala') };
}
