import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUSH_SUBJECT: 'mailto:push@service.test',
  ALLOWED_ORIGINS: 'https://app.service.test',
};

const hooks = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: hooks.host } }));
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());

interface Detail {
  Message: { Status: string; Error: string | null };
  Events: { Type: string; Detail: Record<string, unknown> | null }[];
}

async function sendTo(to: string, from: HttpClient = client, html?: string): Promise<string> {
  const email = acme.email({ to: [to] });
  const Body = { ...email.Message.Body, ...(html ? { Html: { Data: html } } : {}) };
  const { status, body } = await from.post('/v1/emails/send', { ...email, Message: { ...email.Message, Body } });
  expect(status).toBe(202);
  return body.MessageId;
}

async function whenLastIs(type: string, id: string, by = client): Promise<Detail> {
  const read = async () => (await by.get(`/v1/emails/${id}`)).body as Detail;
  await waitUntil(async () => (await read()).Events.at(-1)?.Type === type);
  // The message and its timeline are two reads: of one that fits, both are there in the next.
  return read();
}

const timeline = ({ Events }: Detail) => Events.map(({ Type }) => Type);
const HTML = '<p><a href="mailto:a@b.test">A</a> <a href="https://shop.test/?a=1&amp;b=2">B</a></p>';

describe('an e-mail of a test key to a recipient of the sandbox', () => {
  it.each([
    ['delivered', 'sent', ['queued', 'sent', 'delivered']],
    ['refused', 'failed', ['queued', 'failed']],
    ['bounced', 'bounced', ['queued', 'sent', 'bounced']],
    ['complained', 'complained', ['queued', 'sent', 'complained']],
    ['opened', 'sent', ['queued', 'sent', 'opened']],
    ['clicked', 'sent', ['queued', 'sent', 'opened', 'clicked']],
    ['unsubscribed', 'sent', ['queued', 'sent', 'unsubscribed']],
  ])('ends as %s: %s', async (name, status, events) => {
    const id = await sendTo(`${name}+label@sandbox.test`, client, HTML);
    const detail = await whenLastIs(events.at(-1)!, id);
    expect([detail.Message.Status, timeline(detail)]).toEqual([status, events]);
  });

  it('deferred is tried again, and delivered then', async () => {
    const id = await sendTo('deferred@sandbox.test');
    const { Message } = await whenLastIs('deferred', id);
    expect(Message).toMatchObject({ Status: 'processing', Error: '451 4.7.1 sandbox: not now' });
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    expect(timeline(await whenLastIs('delivered', id))).toEqual(['queued', 'deferred', 'sent', 'delivered']);
  });

  it('says in the timeline what a real server, and a real reader, would have', async () => {
    const bounced = await whenLastIs('bounced', await sendTo('bounced@sandbox.test'));
    expect(bounced.Events.at(-1)?.Detail).toMatchObject({ Type: 'hard', Status: '5.1.1', SmtpCode: 550 });
    const clicked = await whenLastIs('clicked', await sendTo('clicked@sandbox.test', client, HTML));
    expect(clicked.Events.at(-1)?.Detail).toEqual({
      Url: 'https://shop.test/?a=1&b=2',
      UserAgent: 'Sandbox',
      Machine: false,
    });
  });

  it('without a link is opened only', async () => {
    expect(timeline(await whenLastIs('opened', await sendTo('clicked@sandbox.test')))).not.toContain('clicked');
  });

  it.each(['bounced', 'complained', 'unsubscribed'])('can be %s again: the address is not suppressed', async (name) => {
    const tenant = await stack.createTenant();
    const own = await tenant.key();
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await own.post('/v1/emails/send', tenant.email({ to: [`${name}@sandbox.test`] }));
      expect(status).toBe(202);
      await whenLastIs(name, body.MessageId, own);
    }
    expect((await (await tenant.session()).get('/api/suppressions')).body.Suppressions).toEqual([]);
  });

  it('is suppressed like any other when the account says so', async () => {
    const tenant = await stack.createTenant();
    await (await tenant.session()).post('/api/suppressions', { Address: 'bounced+no@sandbox.test' });
    const email = tenant.email({ to: ['bounced+no@sandbox.test'] });
    expect((await (await tenant.key()).post('/v1/emails/send', email)).body.Error.Code).toBe('SuppressedAddress');
  });

  it('notifies the webhooks', async () => {
    const tenant = await stack.createTenant();
    const session = await tenant.session('admin');
    await session.post('/api/webhooks', { Url: hooks.url, Events: ['email.complained', 'email.unsubscribed'] });
    const own = await tenant.key();
    for (const name of ['complained', 'unsubscribed']) {
      const { body } = await own.post('/v1/emails/send', tenant.email({ to: [`${name}@sandbox.test`] }));
      const call = await hooks.waitFor(({ text }) => text.includes(body.MessageId));
      expect(JSON.parse(call.text)).toMatchObject({
        EventType: `email.${name}`,
        Data: { MessageId: body.MessageId, To: `${name}@sandbox.test` },
      });
    }
  });

  it('counts in the reports, whichever come together', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.key();
    const names = ['delivered', 'refused', 'bounced', 'complained', 'opened', 'clicked', 'unsubscribed'];
    const Messages = Array.from({ length: 70 }, (_, n) => ({
      ...tenant.email({ to: [`${names[n % 7]}+${n}@sandbox.test`] }),
      Message: { Subject: { Data: 'Hi' }, Body: { Html: { Data: HTML } } },
    }));
    await own.post('/v1/emails/batch', { Messages });
    const session = await tenant.session();
    const totals = await waitUntil(async () => {
      const { Totals } = (await session.get('/api/reports/overview')).body;
      return Totals.Sent === 60 && Totals.Failed === 10 ? Totals : undefined;
    });
    expect(totals).toMatchObject({
      Delivered: 10,
      Bounced: 10,
      Complained: 10,
      Opened: 20,
      Clicked: 10,
      Unsubscribed: 10,
    });
  });
});

describe('the same recipients in production', () => {
  it('are of the sandbox with a test key, and addresses like others with a live one', async () => {
    const production = await platformStack({ environment: PRODUCTION });
    try {
      const tenant = await production.createTenant();
      const email = tenant.email({ to: ['bounced@sandbox.test'] });
      const [test, live] = [(await tenant.createKey([], 'test')).client, (await tenant.createKey([], 'live')).client];
      const [first, second] = [await test.post('/v1/emails/send', email), await live.post('/v1/emails/send', email)];
      await whenLastIs('bounced', first.body.MessageId, test);
      await whenLastIs('sent', second.body.MessageId, live);
      const overview = (await (await tenant.session()).get('/api/reports/overview')).body;
      expect(overview.Totals).toMatchObject({ Sent: 1, Bounced: 0 });
    } finally {
      await production.close();
    }
  });
});
