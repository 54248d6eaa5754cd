import { authenticate } from 'mailauth';
import { createTransport } from 'nodemailer';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DnsSink, waitUntil, type SunkMessage } from '#libs/test/testing';
import { dsn, mail } from '../../../../libs/mail/email/test-support/reports.js';
import { graphqlCodes, graphqlData } from '../../../../test/support/graphql.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { BounceListener } from '../feedback/listener/bounce-listener.js';
import { FeedbackKeysService } from './feedback-keys.service.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const ROUTE = '/api/admin/feedback-loop';
const LOOPS = 'loops@feedback.example';

interface Key {
  Selector: string;
  State: string;
  Record: { Name: string; Value: string; Status: string; RemoveAfter: string | null };
}

const dns = useStack(() => DnsSink.start());
const stack = useStack(() =>
  platformStack({
    environment: {
      DNS_SERVER: dns.server,
      RETURN_PATH_DOMAIN: 'bounces.demo.test',
      BOUNCE_PORT: '0',
      FBL_ADDRESS: LOOPS,
      // Whatever is no report goes to them.
      ALERT_EMAILS: 'operator@service.test',
    },
  }),
);
const operator = usePrepared(() => stack.operator());
let shop: TestTenant;

beforeAll(async () => {
  shop = await tenantWithDomain('shop.example');
});
afterEach(() => {
  dns.failing = false;
});

async function tenantWithDomain(Name: string): Promise<TestTenant> {
  const tenant = await stack.createTenant();
  const session = await tenant.session();
  const { Domain } = (await session.post('/api/domains', { Name })).body;
  for (const { Name: name, Type, Value } of Domain.Records) dns.add(name, Type, Value);
  const { body } = await session.post(`/api/domains/${Domain.Id}/verify`, {});
  expect(body.Domain.Status).toBe('verified');
  return tenant;
}

const keysOf = async (): Promise<Key[]> => (await operator.get(ROUTE)).body.FeedbackLoop.Keys;
const check = () => operator.post(`${ROUTE}/check`, {});
const publish = ({ Record }: Key) => dns.add(Record.Name, 'TXT', Record.Value);

async function createKey(): Promise<Key> {
  const { status, body } = await operator.post(`${ROUTE}/keys`, {});
  expect(status).toBe(201);
  return body.FeedbackLoop.Keys.at(-1);
}

async function send(tenant: TestTenant, Source: string, to = 'ana@example.test'): Promise<[string, SunkMessage]> {
  const { body } = await (await tenant.key()).post('/v1/emails/send', tenant.email({ Source, to: [to] }));
  const one = await stack.mail.waitFor(({ source }) => source.includes(body.MessageId));
  return [body.MessageId, one];
}

/** Verifies signatures with another implementation than ours: domain and result of each, and whether it covers both fields. */
async function signaturesOf({ raw }: SunkMessage): Promise<[string, string, boolean][]> {
  const resolver = async (name: string) => {
    const found = dns.records.filter((one) => one.name === name && one.type === 'TXT');
    if (found.length === 0) throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
    return found.map(({ value }) => [value]);
  };
  const { dkim } = await authenticate(raw, { trustReceived: false, resolver });
  return dkim.results.map((result) => {
    const { signingDomain, status, signingHeaders } = result as typeof result & { signingHeaders?: { keys: string } };
    const keys = (signingHeaders?.keys ?? '').toLowerCase();
    return [signingDomain, status.result, keys.includes('cfbl-address') && keys.includes('cfbl-feedback-id')];
  });
}

async function handIn(raw: Buffer): Promise<string> {
  const { port } = stack.app.get(BounceListener, { strict: false });
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    return (await transport.sendMail({ envelope: { from: '', to: LOOPS }, raw })).response;
  } finally {
    transport.close();
  }
}

const feedbackIdOf = ({ source }: SunkMessage) => /^CFBL-Feedback-ID: (\S+)\r$/m.exec(source)?.[1] ?? '';

/** A complaint with as little of the mail as RFC 9477 allows. */
const complaintWith = (id: string) =>
  mail(
    {
      From: 'fbl@mailbox.example',
      To: LOOPS,
      Subject: 'Complaint',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=feedback-report; boundary="C"',
    },
    `--C
Content-Type: text/plain; charset=us-ascii

A reader reported a mail.

--C
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Mailbox/1.0
Version: 1

--C
Content-Type: text/rfc822-headers; charset=us-ascii

CFBL-Address: ${LOOPS}; report=arf
CFBL-Feedback-ID:
 ${id}

--C--
`,
  );

const statusOf = async (id: string) => (await (await shop.key()).get(`/v1/emails/${id}`)).body.Message.Status;

describe('the address for complaints', () => {
  it('is in no mail before its domain has a key whose record was found', async () => {
    expect((await operator.get(ROUTE)).body.FeedbackLoop).toEqual({
      Address: LOOPS,
      Domain: 'feedback.example',
      Keys: [],
    });
    const key = await createKey();
    expect(key).toMatchObject({ State: 'pending', Record: { Status: 'unchecked', RemoveAfter: null } });
    expect(key.Record.Name).toBe(`${key.Selector}._domainkey.feedback.example`);
    expect((await check()).body.FeedbackLoop.Keys[0]).toMatchObject({
      State: 'pending',
      Record: { Status: 'missing' },
    });
    const [, one] = await send(shop, 'news@shop.example');
    expect(one.source).not.toMatch(/^CFBL-/m);
    expect((await signaturesOf(one)).map(([domain]) => domain)).toEqual(['shop.example', 'shop.example']);
  });

  it('is refused a second key while one awaits its record, also to many at once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => operator.post(`${ROUTE}/keys`, {})));
    expect(answers.map(({ status, body }) => [status, body.Error.Code])).toEqual(
      [1, 2, 3].map(() => [409, 'Conflict']),
    );
    expect(await keysOf()).toHaveLength(1);
  });

  it('changes nothing while DNS does not answer', async () => {
    dns.failing = true;
    expect((await check()).status).toBe(503);
    expect((await keysOf())[0]).toMatchObject({ State: 'pending' });
  });

  it('is in each mail from then on, signed for both domains', async () => {
    publish((await keysOf())[0]!);
    expect((await check()).body.FeedbackLoop.Keys[0]).toMatchObject({ State: 'active', Record: { Status: 'found' } });
    const [, one] = await send(shop, 'news@shop.example');
    expect(one.source).toMatch(/^CFBL-Address: loops@feedback\.example; report=arf\r$/m);
    expect(feedbackIdOf(one)).toMatch(/^[0-9a-f]{56}$/);
    expect(await signaturesOf(one)).toEqual([
      ['shop.example', 'pass', true],
      ['shop.example', 'pass', true],
      ['feedback.example', 'pass', true],
    ]);
  });

  it("is in no mail that its sender's domain does not sign", async () => {
    const [, one] = await send(shop, shop.source);
    expect(one.source).not.toMatch(/^(?:CFBL-|DKIM-)/m);
  });

  it('needs no second domain when the sender has its domain', async () => {
    const own = await tenantWithDomain('feedback.example');
    const [, one] = await send(own, 'news@feedback.example');
    expect(await signaturesOf(one)).toEqual([1, 2].map(() => ['feedback.example', 'pass', true]));
  });

  it('cannot be written by a tenant', async () => {
    const { status, body } = await (
      await shop.key()
    ).post('/v1/emails/send', shop.email({ Headers: { 'CFBL-Address': 'me@evil.example; report=arf' } }));
    expect([status, body.Error.Details[0].Field]).toEqual([400, 'Headers.CFBL-Address']);
  });
});

describe('a complaint that quotes no more than its id', () => {
  it('counts for the e-mail, and suppresses its recipient', async () => {
    const [id, one] = await send(shop, 'news@shop.example', 'angry@example.test');
    expect(await handIn(complaintWith(feedbackIdOf(one).toUpperCase()))).toMatch(/^250/);
    await waitUntil(async () => (await statusOf(id)) === 'complained', { what: 'the complaint' });
    const { body } = await (await shop.session()).get('/api/suppressions?q=angry');
    expect(body.Suppressions).toEqual([expect.objectContaining({ Reason: 'complaint' })]);
  });

  it('counts for none when the id is forged', async () => {
    const [id, one] = await send(shop, 'news@shop.example', 'calm@example.test');
    const forged = feedbackIdOf(one).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(await handIn(complaintWith(forged))).toMatch(/^250/);
    // The true one is handled after it.
    await handIn(complaintWith(feedbackIdOf((await send(shop, 'news@shop.example', 'other@example.test'))[1])));
    await waitUntil(async () => (await stack.sql(`select 1 from outbox where kind = 'feedback.process'`)).length === 0);
    expect(['sent', 'sending']).toContain(await statusOf(id));
  });

  it('proves no bounce: the id stays in mail that is forwarded', async () => {
    const [id, one] = await send(shop, 'news@shop.example', 'forwarding@example.test');
    const fields = { 'Final-Recipient': 'rfc822; forwarding@example.test', Action: 'failed', Status: '5.1.1' };
    await handIn(dsn(fields, { returned: `CFBL-Feedback-ID: ${feedbackIdOf(one)}\n`, type: 'text/rfc822-headers' }));
    expect(await stack.sql('select 1 from feedback_report where message_id = $1', [id])).toEqual([]);
    expect(['sent', 'sending']).toContain(await statusOf(id));
  });
});

describe('the change of its key', () => {
  it('signs with the old one until the record of the new one is found, by the clock at the latest', async () => {
    const [old] = await keysOf();
    const next = await createKey();
    const [, before] = await send(shop, 'news@shop.example');
    expect(before.source).toContain(`s=${old!.Selector};`);
    publish(next);
    await stack.app.get(FeedbackKeysService, { strict: false }).checkPending();
    const [first, second] = await keysOf();
    expect([first, second]).toMatchObject([
      { State: 'retiring', Record: { RemoveAfter: expect.any(String) } },
      { State: 'active' },
    ]);
    const [, after] = await send(shop, 'news@shop.example');
    expect(after.source).toContain(`s=${next.Selector};`);
    expect(after.source).not.toContain(`s=${old!.Selector};`);
    expect((await signaturesOf(after)).map(([, result]) => result)).toEqual(['pass', 'pass', 'pass']);
  });

  it('forgets the old one after a week', async () => {
    await stack.sql(`update feedback_key set retired_at = now() - interval '8 days' where retired_at is not null`);
    expect((await check()).body.FeedbackLoop.Keys).toMatchObject([{ State: 'active' }]);
  });

  it('is in the audit log, without the key', async () => {
    const entries = await stack.sql<{ action: string; after: object }>(
      `select action, after from audit_entry where object_type = 'feedback_key' order by action`,
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'feedback_key.activated',
      'feedback_key.activated',
      'feedback_key.created',
      'feedback_key.created',
    ]);
    expect(Object.keys(entries[0]!.after)).toEqual(['domain', 'selector']);
  });
});

describe('without FBL_ADDRESS', () => {
  it('there is no key to make, and nothing to check', async () => {
    const other = await stack.startBeside({ ROLE: 'api', FBL_ADDRESS: '' });
    try {
      const elsewhere = other.anonymous.with(operator.fixedHeaders);
      const { body } = await elsewhere.get(ROUTE);
      expect(body.FeedbackLoop).toEqual({ Address: null, Domain: null, Keys: [] });
      expect((await elsewhere.post(`${ROUTE}/keys`, {})).status).toBe(409);
      expect((await elsewhere.post(`${ROUTE}/check`, {})).status).toBe(409);
    } finally {
      await other.close();
    }
  });
});

describe('the feedback loop by GraphQL', () => {
  it('is read, and refuses what REST refuses', async () => {
    const KEYS = 'address domain keys { selector state record { type name value status removeAfter } createdAt }';
    const { feedbackLoop } = await graphqlData(operator, `{ feedbackLoop { ${KEYS} } }`);
    const { FeedbackLoop } = (await operator.get(ROUTE)).body;
    expect(feedbackLoop).toMatchObject({ address: FeedbackLoop.Address, domain: FeedbackLoop.Domain });
    expect(feedbackLoop.keys.map(({ selector }: { selector: string }) => selector)).toEqual(
      FeedbackLoop.Keys.map(({ Selector }: Key) => Selector),
    );
    const owner = await shop.session();
    for (const query of ['createFeedbackKey', 'checkFeedbackKeys'])
      expect(await graphqlCodes(owner, `mutation { ${query} { address } }`)).toEqual(['PermissionDenied']);
    dns.failing = true;
    expect(await graphqlCodes(operator, 'mutation { checkFeedbackKeys { address } }')).toEqual(['ServiceUnavailable']);
  });
});
