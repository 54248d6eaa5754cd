import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashKey, type KeyView, RESOLVE_CREDENTIALS_PATH } from '#libs/core/auth';
import { ClamdDouble, DnsSink, freePort, patient, RspamdDouble, waitUntil } from '#libs/test/testing';
import { submitTo } from '../../apps/mail/src/receiving/receiving.fixture.js';
import type { HttpClient } from '../support/http-client.js';
import { inLanes } from '../support/in-lanes.js';
import { createDomain, createMailbox } from '../support/mail-mailboxes.js';
import { finishMail } from '../support/mail-process.js';
import { mailStack, type MailStack, type MailTenant } from '../support/mail-stack.js';
import { PostgresCluster } from '../support/postgres-cluster.js';
import { RedisServer } from '../support/redis-server.js';

/** The longest that an answer may take while something is away (milliseconds). */
const LONGEST_MS = 10_000;

let home: string;
let postgres: PostgresCluster;
let redis: RedisServer;
let clamd: ClamdDouble;
let rspamd: RspamdDouble;
let dns: DnsSink;
let stack: MailStack;
let admin: pg.Pool;
let inbound: number;
let tenant: MailTenant;
let address: string;
let client: HttpClient;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'away-'));
  [postgres, redis, clamd, rspamd, dns, inbound] = await Promise.all([
    PostgresCluster.start(home, 'mail'),
    RedisServer.start(join(home, 'redis')),
    ClamdDouble.start(),
    RspamdDouble.start(),
    DnsSink.start(),
    freePort(),
  ]);
  const { url, systemUrl, adminUrl } = postgres.urls;
  stack = await mailStack(
    {
      DATABASE_URL: url,
      DATABASE_SYSTEM_URL: systemUrl,
      INBOUND_PORT: String(inbound),
      CLAMD_URL: clamd.url,
      RSPAMD_URL: rspamd.url,
      DNS_SERVER: dns.server,
    },
    redis.url,
  );
  admin = new pg.Pool({ connectionString: adminUrl, max: 1 }).on('error', () => undefined);
});
afterAll(async () => {
  await stack?.close();
  await admin?.end();
  await Promise.all([postgres?.stop(), redis?.kill(), clamd?.stop(), rspamd?.stop(), dns?.stop()]);
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  tenant = await stack.createTenant();
  const { domain } = await createDomain(stack.app, tenant.id);
  ({ address } = await createMailbox(stack.app, domain, 'hello'));
  const key = await tenant.createKey(['email:send']);
  client = key.client;
  const view: KeyView = {
    keyId: key.keyId as KeyView['keyId'],
    tenantId: tenant.id,
    scopes: ['email:send'],
    environment: 'test',
    expiresAt: null,
  };
  // As identity does when the view does not know.
  stack.issuer.answerOthers(({ path, text }) => {
    if (path !== RESOLVE_CREDENTIALS_PATH) return undefined;
    const entryOf = ([kind, name]: [string, string]) =>
      kind === 'key' && name === hashKey(key.secret)
        ? view
        : kind === 'tenant' && name === tenant.id
          ? stack.issuer.tenants.get(tenant.slug)
          : null;
    const entries = (JSON.parse(text) as { names: [string, string][] }).names.map(entryOf);
    return { body: JSON.stringify({ entries }), headers: { 'content-type': 'application/json' } };
  });
});

const HEAD = ['From: Ana <ana@sender.test>', 'To: hello@shop.test', 'MIME-Version: 1.0'];
const FILE = ['Content-Type: application/octet-stream; name=a.bin', '', 'some content', ''];
/** A text of more than 16 KiB. */
const LONG_TEXT = Array<string>(400).fill('The quick brown fox jumps over the lazy dog.');
const elsewhere = (subject: string) => `${subject}@${tenant.slug}.example`;
const receive = (subject: string, lines = ['', 'How are you?', '']) =>
  submitTo(inbound, { to: address, raw: [...HEAD, `Subject: ${subject}`, ...lines].join('\r\n') });
const contentOf = (subject: string) => ({ from: address, to: [elsewhere(subject)], subject, text: 'It works.' });
const send = (subject: string, more = {}) => client.post('/v1/emails', { ...contentOf(subject), ...more });

async function inTime<T>(work: Promise<T>): Promise<T> {
  const began = Date.now();
  const answer = await work;
  expect(Date.now() - began).toBeLessThan(patient(LONGEST_MS));
  return answer;
}

/** Lists the messages in the mailbox: the subject of each, with its verdict. */
async function messages(): Promise<string[]> {
  const { rows } = await admin.query<{ text: string }>(
    `select m.subject || ' ' || m.scan_verdict as text from mail_message m join mailbox b on b.id = m.mailbox_id
      where b.address = $1 and m.origin = 'received' order by m.subject`,
    [address],
  );
  return rows.map(({ text }) => text);
}

/** All that was accepted is in the mailbox once, and nothing else. */
async function expectReceived(...expected: string[]): Promise<void> {
  await waitUntil(
    async () => {
      await admin.query('update outbox set available_at = now(), due = true where available_at > now()');
      return (await messages()).length >= expected.length;
    },
    { timeoutMs: 30_000, everyMs: 100, what: 'what was accepted' },
  );
  expect(await messages()).toEqual(expected.toSorted());
}

const arrived = (subject: string) => stack.mail.messages.filter(({ to }) => to.includes(elsewhere(subject)));
const hasArrived = (subject: string) => waitUntil(() => arrived(subject).length === 1, { timeoutMs: 30_000 });

describe('without Postgres', () => {
  afterEach(async () => {
    if (!postgres.isRunning) await postgres.start();
  });

  it.each(['stop', 'crash'] as const)(
    '(%s) mail is refused for now, calls are 503, and all goes on after it',
    async (down) => {
      expect(await receive('before')).toMatch(/^250/);
      await expectReceived('before clean');
      await postgres[down]();
      const received = await inTime(Promise.all(Array.from({ length: 5 }, () => receive('meanwhile'))));
      expect(received.filter((answer) => !/^4[25]1/.test(answer))).toEqual([]);
      const calls = await inTime(Promise.all(Array.from({ length: 5 }, () => send('meanwhile'))));
      expect(new Set(calls.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
        new Set(['503 InternalError']),
      );
      await postgres.start();
      await waitUntil(async () => (await receive('after')).startsWith('250'), { timeoutMs: 20_000 });
      await waitUntil(async () => (await send('after')).status === 202, { timeoutMs: 20_000 });
      await expectReceived('before clean', 'after clean');
      expect([arrived('meanwhile').length, arrived('after').length]).toEqual([0, 1]);
    },
  );
});

describe('without Redis', () => {
  it('calls are answered as ever, small mail is delivered, and large mail is accepted and delivered after it', async () => {
    await redis.kill();
    try {
      expect(await inTime(receive('meanwhile'))).toMatch(/^250/);
      expect(await inTime(receive('large', ['', ...LONG_TEXT, '']))).toMatch(/^250/);
      // Identity is asked for what the view does not tell.
      expect((await inTime(send('meanwhile'))).status).toBe(202);
      await hasArrived('meanwhile');
      expect(await messages()).toEqual(['meanwhile clean']);
    } finally {
      await redis.start({ empty: true });
    }
    expect(await receive('after')).toMatch(/^250/);
    await expectReceived('meanwhile clean', 'large clean', 'after clean');
    await waitUntil(async () => (await send('after')).status === 202, { timeoutMs: 20_000 });
    await hasArrived('after');
    expect(arrived('meanwhile')).toHaveLength(1);
  });
});

describe.each([
  ['Postgres', () => postgres.crash(), () => postgres.start()],
  ['Redis', () => redis.kill(), () => redis.start({ empty: true })],
])('%s that goes away under load', (_, down, up) => {
  const names = Array.from({ length: 48 }, (__, n) => `m${n}`);

  /** Repeats the call like a client that gets no answer, or is told to come back. */
  async function sendUntilAccepted(name: string): Promise<string> {
    const keyed = client.with({ 'Idempotency-Key': name });
    for (;;) {
      const { status, body } = await keyed.post('/v1/emails', contentOf(name));
      if (status < 300) return body.message_id;
      expect(status).toBe(503);
    }
  }

  it('loses nothing that was accepted, and doubles nothing', async () => {
    const answers = new Map<string, string>();
    const receiving = inLanes(4, names, async (name) => void answers.set(name, await receive(name)));
    const ids = new Map<string, string>();
    const sending = inLanes(4, names, async (name) => void ids.set(name, await sendUntilAccepted(name)));
    await waitUntil(() => answers.size >= names.length / 3 && ids.size >= names.length / 3, { timeoutMs: 30_000 });
    await down();
    await up();
    await Promise.all([receiving, sending]);
    await finishMail({ sql: async (text) => (await admin.query(text)).rows });
    const found = await messages();
    const copies = (name: string) => found.filter((one) => one === `${name} clean`).length;
    // A commit whose end nobody saw is answered 451, and may be there.
    const wrong = names.filter(
      (name) => copies(name) > 1 || (answers.get(name)!.startsWith('250') && copies(name) < 1),
    );
    expect(wrong).toEqual([]);
    const idsOf = (name: string) =>
      new Set(arrived(name).map(({ source }) => /^Message-ID: <(.+)>/m.exec(source)?.[1]));
    expect(names.filter((name) => [...idsOf(name)].join() !== ids.get(name))).toEqual([]);
    const { rows } = await admin.query<{ n: number }>(
      `select count(*)::int as n from mail_message where tenant_id = $1 and origin = 'sent'`,
      [tenant.id],
    );
    expect(rows).toEqual([{ n: names.length }]);
  });
});

describe('without the virus scanner', () => {
  it('mail with a file waits, mail without goes on; a call with a file is 503 with Retry-After', async () => {
    await clamd.stop();
    try {
      expect(await inTime(receive('file', FILE))).toMatch(/^250/);
      expect(await inTime(receive('text'))).toMatch(/^250/);
      await expectReceived('text clean');
      const file = { filename: 'a.txt', content_type: 'text/plain', content: 'YQ==' };
      const refused = await inTime(send('file', { attachments: [file] }));
      expect([refused.status, refused.body.error]).toEqual([503, 'AntivirusIndisponivel']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect((await inTime(send('text'))).status).toBe(202);
      expect(await messages()).toEqual(['text clean']);
    } finally {
      await clamd.restart();
    }
    await expectReceived('text clean', 'file clean');
    expect([arrived('file').length, arrived('text').length]).toEqual([0, 1]);
  });
});

describe.each([
  ['Rspamd', async () => rspamd.sink.stop(), async () => rspamd.sink.start()],
  ['DNS', async () => void (dns.failing = true), async () => void (dns.failing = false)],
])('without %s', (_, stop, start) => {
  it('mail is received and sent as ever', async () => {
    await stop();
    try {
      expect(await inTime(receive('meanwhile', FILE))).toMatch(/^250/);
      expect((await inTime(send('meanwhile'))).status).toBe(202);
      await expectReceived('meanwhile clean');
      await hasArrived('meanwhile');
    } finally {
      await start();
    }
    expect(await receive('after')).toMatch(/^250/);
    await expectReceived('meanwhile clean', 'after clean');
  });
});
