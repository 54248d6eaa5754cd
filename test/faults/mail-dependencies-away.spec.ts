import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashKey, type KeyView, RESOLVE_CREDENTIALS_PATH } from '#libs/auth';
import { ClamdDouble, DnsSink, freePort, RspamdDouble, waitUntil } from '#libs/testing';
import { submitTo } from '../../apps/mail/src/receiving/receiving.fixture.js';
import type { HttpClient } from '../support/http-client.js';
import { createDomain, createMailbox } from '../support/mail-mailboxes.js';
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
}, 120_000);
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
const elsewhere = (subject: string) => `${subject}@${tenant.slug}.example`;
const receive = (subject: string, lines = ['', 'How are you?', '']) =>
  submitTo(inbound, { to: address, raw: [...HEAD, `Subject: ${subject}`, ...lines].join('\r\n') });
const send = (subject: string, more = {}) =>
  client.post('/v1/emails', { from: address, to: [elsewhere(subject)], subject, text: 'It works.', ...more });

async function inTime<T>(work: Promise<T>): Promise<T> {
  const began = Date.now();
  const answer = await work;
  expect(Date.now() - began).toBeLessThan(LONGEST_MS);
  return answer;
}

/** What the mailbox has: how often by subject, and with which verdict. */
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
    90_000,
  );
});

describe('without Redis', () => {
  it('calls are answered as ever, mail is accepted and waits, and is delivered after it', async () => {
    await redis.kill();
    try {
      expect(await inTime(receive('meanwhile'))).toMatch(/^250/);
      // Identity is asked for what the view does not tell.
      expect((await inTime(send('meanwhile'))).status).toBe(202);
      await hasArrived('meanwhile');
      expect(await messages()).toEqual([]);
    } finally {
      await redis.start({ empty: true });
    }
    expect(await receive('after')).toMatch(/^250/);
    await expectReceived('meanwhile clean', 'after clean');
    await waitUntil(async () => (await send('after')).status === 202, { timeoutMs: 20_000 });
    await hasArrived('after');
    expect(arrived('meanwhile')).toHaveLength(1);
  }, 60_000);
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
  }, 60_000);
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
  }, 60_000);
});
