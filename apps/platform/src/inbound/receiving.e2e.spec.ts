import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DnsSink, HttpSink, waitUntil } from '#libs/test/testing';
import { tortureMessages } from '../../../../libs/mail/mime/test-support/torture.js';
import { dsn } from '../../../../libs/mail/email/test-support/reports.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { addRoute, handIn, RAW } from './inbound.fixture.js';

const LIMIT = 1_048_576;

const dns = useStack(() => DnsSink.start());
const sink = useStack(() => HttpSink.start());
const stack = useStack(() =>
  platformStack({
    environment: {
      BOUNCE_PORT: '0',
      DNS_SERVER: dns.server,
      RETURN_PATH_DOMAIN: 'bounces.demo.test',
      OUTBOUND_ALLOW: sink.host,
      INBOUND_MAX_BYTES: String(LIMIT * 2),
      INBOUND_STORAGE_BYTES: String(LIMIT * 4),
      BOUNCE_BYTES_PER_MINUTE: '1000000000',
      PUBLIC_URL: 'https://api.service.test/',
    },
  }),
);
const acme = usePrepared(() => stack.createTenant());

interface Receiving {
  tenant: TestTenant;
  at(localPart: string): string;
}

/** A tenant with a webhook at a path of the sink, and routes for these recipients. */
async function receiving(hook: string, ...recipients: string[]): Promise<Receiving> {
  const tenant = await stack.createTenant();
  const admin = await tenant.session('admin');
  const Domain = `${tenant.slug}.test`;
  await admin.post('/api/webhooks', { Url: `${sink.url}/${hook}`, Events: ['email.received'] });
  for (const Recipient of recipients) await addRoute(admin, { Domain, Recipient });
  return { tenant, at: (localPart) => `${localPart}@${Domain}` };
}

const eventsAt = (path: string) =>
  sink.requests.filter((request) => request.path === `/${path}`).map(({ text }) => JSON.parse(text));

const eventAt = async (path: string) => JSON.parse((await sink.waitFor((one) => one.path === `/${path}`, 15_000)).text);

/** The mails of a tenant once so many of them are read. */
async function readMails(tenant: TestTenant, count: number) {
  const client = await tenant.key('emails:read');
  const mails = async () => (await client.get('/v1/inbound/emails?limit=200')).body.Emails;
  return waitUntil(
    async () => {
      const found: { Id: string; ReadAt: string | null }[] = await mails();
      return found.filter(({ ReadAt }) => ReadAt !== null).length >= count ? found : undefined;
    },
    { what: `${count} mails read`, timeoutMs: 30_000 },
  );
}

const plain = (subject: string, body = 'Hello\r\n') => `From: ana@sender.test\r\nSubject: ${subject}\r\n\r\n${body}`;

describe('mail for a route', () => {
  it('is an event with its parts, and is read by key as it came', async () => {
    dns.add('sender.test', 'TXT', 'v=spf1 ip4:127.0.0.1 -all');
    const { tenant, at } = await receiving('parts', 'support');
    expect(await handIn(stack, { to: at('Support+order-17') })).toMatch(/^250/);
    const event = await eventAt('parts');
    const { Data } = event;
    const id = Data.InboundId;
    const url = `https://api.service.test/v1/inbound/emails/${id}`;
    expect(event).toMatchObject({ EventType: 'email.received', Environment: 'live', TenantId: tenant.id });
    expect(Data).toEqual({
      InboundId: expect.stringMatching(/^inb_[0-9a-f]{16}$/),
      RouteId: expect.stringMatching(/^irt_[0-9a-f]{16}$/),
      InternetMessageId: '<one@sender.test>',
      InReplyTo: null,
      References: [],
      EnvelopeFrom: 'ana@sender.test',
      Recipients: [at('Support+order-17')],
      From: { Address: 'ana@sender.test', Name: 'Ana' },
      To: [{ Address: 'support@shop.test', Name: 'Support' }],
      Cc: [],
      ReplyTo: [],
      Subject: 'Where is it?',
      Date: '2026-11-23T10:00:00.000Z',
      Text: expect.stringContaining('Where is my order?'),
      Html: null,
      Truncated: false,
      Headers: expect.arrayContaining([{ Name: 'Message-ID', Value: '<one@sender.test>' }]),
      Attachments: [
        {
          Index: 0,
          FileName: 'order.pdf',
          ContentType: 'application/pdf',
          Bytes: 6,
          ContentId: null,
          Url: `${url}/attachments/0`,
        },
      ],
      RawUrl: `${url}/raw`,
      Bytes: RAW.length,
      AutoSubmitted: false,
      Verdicts: { Spf: 'pass', Dkim: 'none', Dmarc: 'none' },
    });
    const client = await tenant.key('emails:read');
    const { Email } = (await client.get(`/v1/inbound/emails/${id}`)).body;
    const { Truncated: _, InboundId, ...parts } = Data;
    expect(Email).toMatchObject({ Id: InboundId, ...parts, ReadAt: expect.any(String) });
    const raw = await client.get(`/v1/inbound/emails/${id}/raw`);
    expect([raw.text, raw.headers['content-type']]).toEqual([RAW, 'message/rfc822']);
    const file = await client.get(`/v1/inbound/emails/${id}/attachments/0`);
    expect([file.text, file.headers['content-type']]).toEqual(['a file', 'application/pdf']);
    for (const index of ['1', '-1', '00', 'x', '99999999999'])
      expect((await client.get(`/v1/inbound/emails/${id}/attachments/${index}`)).status).toBe(404);
    const rival = await acme.key('emails:read');
    for (const path of ['', '/raw', '/attachments/0'])
      expect((await rival.get(`/v1/inbound/emails/${id}${path}`)).status).toBe(404);
  });

  it('for several addresses of an account is one mail and one event, of the most specific route', async () => {
    const { tenant, at } = await receiving('several', '*', 'sales', 'sales+vip');
    await handIn(stack, { to: [at('any'), at('sales+vip'), at('sales')] });
    const { Data } = await eventAt('several');
    const routes = (await (await tenant.session()).get('/api/inbound/routes')).body.Routes;
    const route = routes.find(({ Id }: { Id: string }) => Id === Data.RouteId);
    expect(route.Recipient).toBe('sales+vip');
    expect(Data.Recipients).toEqual([at('any'), at('sales+vip'), at('sales')]);
    expect(await readMails(tenant, 1)).toHaveLength(1);
  });

  it('for several accounts is one mail and one event of each, without the addresses of the others', async () => {
    const [one, two] = [await receiving('one', 'x'), await receiving('two', 'x')];
    expect(await handIn(stack, { to: [one.at('x'), two.at('x')] })).toMatch(/^250/);
    for (const [path, { at }] of [
      ['one', one],
      ['two', two],
    ] as const)
      expect((await eventAt(path)).Data.Recipients).toEqual([at('x')]);
  });

  it('goes to the webhook of its route alone', async () => {
    const { tenant, at } = await receiving('everyone');
    const admin = await tenant.session('admin');
    const hook = await admin.post('/api/webhooks', { Url: `${sink.url}/alone`, Events: ['email.received'] });
    const Domain = `${tenant.slug}.test`;
    await addRoute(admin, { Domain, Recipient: 'alone', WebhookId: hook.body.Webhook.Id });
    await addRoute(admin, { Domain, Recipient: 'all' });
    await handIn(stack, { to: at('alone'), raw: plain('first') });
    await eventAt('alone');
    await handIn(stack, { to: at('all'), raw: plain('second') });
    expect((await eventAt('everyone')).Data.Subject).toBe('second');
    await waitUntil(() => eventsAt('alone').length === 2, { what: 'both events' });
  });

  it('has its texts cut in the event, and whole by its id', async () => {
    const { tenant, at } = await receiving('long', 'x');
    const body = 'é'.repeat(200_000);
    const raw = `From: a@sender.test\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body.replaceAll(/.{70}/g, '$&\r\n')}\r\n`;
    await handIn(stack, { to: at('x'), raw: Buffer.from(raw) });
    const { Data } = await eventAt('long');
    expect(Data.Truncated).toBe(true);
    expect(Buffer.byteLength(Data.Text)).toBeLessThanOrEqual(262_144);
    expect(Data.Text).toMatch(/é$/);
    const client = await tenant.key('emails:read');
    const { Text } = (await client.get(`/v1/inbound/emails/${Data.InboundId}`)).body.Email;
    expect(Text.replaceAll(/\s/g, '')).toBe(body);
  });

  it('is listed newest first, page by page', async () => {
    const { tenant, at } = await receiving('listed', 'x');
    for (const subject of ['1', '2', '3']) await handIn(stack, { to: at('x'), raw: plain(subject) });
    await readMails(tenant, 3);
    const client = await tenant.session('member');
    const first = (await client.get('/api/inbound/emails?limit=2')).body;
    const second = (await client.get(`/api/inbound/emails?limit=2&cursor=${first.NextCursor}`)).body;
    const subjects = [...first.Emails, ...second.Emails].map(({ Subject }: { Subject: string }) => Subject);
    expect(subjects).toEqual(['3', '2', '1']);
  });

  it('that a reader handles twice has one event', async () => {
    const { tenant, at } = await receiving('twice', 'x');
    await handIn(stack, { to: at('x') });
    const { InboundId } = (await eventAt('twice')).Data;
    await stack.sql(
      `insert into outbox (id, tenant_id, kind, payload) select max(id) + 1, $1, 'inbound.read', $2 from outbox`,
      [tenant.id, { emailId: InboundId }],
    );
    await waitUntil(
      async () => (await stack.sql(`select 1 from outbox where tenant_id = $1`, [tenant.id])).length === 0,
      { what: 'the job is done', timeoutMs: 30_000 },
    );
    expect(eventsAt('twice')).toHaveLength(1);
  });
});

describe('mail is refused', () => {
  it('for an address without a route, with a route that is off, or at an unverified domain', async () => {
    const { tenant, at } = await receiving('refused', 'x');
    expect(await handIn(stack, { to: at('y') })).toMatch(/^550 5\.1\.1/);
    expect(await handIn(stack, { to: 'x@nowhere.test' })).toMatch(/^550 5\.1\.1/);
    const admin = await tenant.session('admin');
    const [{ Id }] = (await admin.get('/api/inbound/routes')).body.Routes;
    await admin.patch(`/api/inbound/routes/${Id}`, { Enabled: false });
    expect(await handIn(stack, { to: at('x') })).toMatch(/^550 5\.1\.1/);
    await admin.patch(`/api/inbound/routes/${Id}`, { Enabled: true });
    expect(await handIn(stack, { to: at('x') })).toMatch(/^250/);
    await stack.sql('update sending_domain set verified_at = null where tenant_id = $1', [tenant.id]);
    expect(await handIn(stack, { to: at('x') })).toMatch(/^550 5\.1\.1/);
  });

  it('for a while, if the account is suspended', async () => {
    const { tenant, at } = await receiving('suspended', 'x');
    // Before the first look-up, since an answer is kept for seconds.
    await tenant.setStatus('suspended');
    expect(await handIn(stack, { to: at('x') })).toMatch(/^450 4\.7\.1/);
  });

  it('for a while, if the account has as much as it may have', async () => {
    const { tenant, at } = await receiving('full', 'x');
    await stack.sql(
      `insert into received_email (tenant_id, id, route_id, envelope_from, recipients, client, hash, bytes, received_at)
       values ($1, 'inb_0000000000000001', 'irt_0', '', '{}', '{}', '', $2, now())`,
      [tenant.id, LIMIT * 4],
    );
    expect(await handIn(stack, { to: at('x') })).toMatch(/^452 4\.2\.2/);
  });

  it('that is too large, or goes round', async () => {
    const { at } = await receiving('guarded', 'x');
    const large = randomBytes(LIMIT * 2)
      .toString('base64')
      .replaceAll(/.{76}/g, '$&\r\n');
    expect(await handIn(stack, { to: at('x'), raw: plain('large', large) })).toMatch(/^552 5\.3\.4/);
    const hop = 'Received: from a by b; Mon, 23 Nov 2026 10:00:00 +0000\r\n';
    expect(await handIn(stack, { to: at('x'), raw: hop.repeat(51) + plain('round') })).toMatch(/^554 5\.4\.6/);
    expect(await handIn(stack, { to: at('x'), raw: hop.repeat(50) + plain('far') })).toMatch(/^250/);
  });

  it('leaves nothing behind', async () => {
    const { tenant, at } = await receiving('nothing', 'x');
    const hop = 'Received: from a by b; Mon, 23 Nov 2026 10:00:00 +0000\r\n';
    await handIn(stack, { to: at('x'), raw: hop.repeat(51) + plain('round') });
    expect(await stack.sql('select id from received_email where tenant_id = $1', [tenant.id])).toEqual([]);
  });
});

describe('one message for a return path and a route', () => {
  it('is taken for the first kind, and the others are asked for by themselves', async () => {
    const { tenant, at } = await receiving('mixed', 'x');
    const { body } = await (await tenant.key()).post('/v1/emails/send', tenant.email());
    const { from: returnPath } = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
    const raw = dsn({ 'Final-Recipient': 'rfc822; someone@example.test', Action: 'failed', Status: '5.1.1' });
    // The transport goes on with those that are accepted.
    expect(await handIn(stack, { to: [returnPath, at('x')], from: '', raw })).toMatch(/^250/);
    const client = await tenant.key('emails:read');
    await waitUntil(async () => (await client.get(`/v1/emails/${body.MessageId}`)).body.Message.Status === 'bounced', {
      what: 'bounced',
    });
    expect((await client.get('/v1/inbound/emails')).body.Emails).toEqual([]);
    expect(await handIn(stack, { to: [at('x'), returnPath], from: '', raw })).toMatch(/^250/);
    expect((await readMails(tenant, 1)).map(({ Id }) => Id)).toHaveLength(1);
  });

  it('leaves the limit of reports as it is', async () => {
    const { tenant } = await receiving('report', 'x');
    const { body } = await (await tenant.key()).post('/v1/emails/send', tenant.email());
    const { from: returnPath } = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
    const large = randomBytes(LIMIT).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    expect(await handIn(stack, { to: returnPath, from: '', raw: plain('large', large) })).toMatch(/^552 5\.3\.4/);
  });
});

describe('a message that is made to break its readers', () => {
  /** Their headers are larger than 64 KiB, or have a CR that ends no line. */
  const REFUSED = [
    'a bomb of encoded words',
    'a header line of a megabyte',
    'a million addresses',
    'groups and comments without an end',
  ];
  const onTheWire = (raw: Buffer): Buffer => {
    const text = raw.toString('latin1').replaceAll(/\r\n|\r|\n/g, '\r\n');
    return Buffer.from(text.endsWith('\r\n') ? text : `${text}\r\n`, 'latin1');
  };

  it('is read, and is an event, or is refused for its header', async () => {
    const { tenant, at } = await receiving('torture', 'x');
    const messages = tortureMessages();
    let taken = 0;
    for (const { name, raw } of messages) {
      const answer = await handIn(stack, { to: at('x'), raw: onTheWire(raw()) });
      const isRefused = REFUSED.includes(name) || answer.startsWith('452');
      expect(answer, name).toMatch(isRefused ? /^(?:552 5\.3\.4|452)/ : /^250/);
      if (!isRefused) taken += 1;
    }
    await readMails(tenant, taken);
    await waitUntil(() => eventsAt('torture').length === taken, { what: 'all events', timeoutMs: 30_000 });
    expect(taken).toBeGreaterThan(messages.length - REFUSED.length - 3);
  });
});
