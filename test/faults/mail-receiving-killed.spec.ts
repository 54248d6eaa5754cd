import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort, waitUntil } from '#libs/testing';
import { RAW, submitTo } from '../../apps/mail/src/receiving/receiving.fixture.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import { AppProcess, ensureBuilt } from '../support/app-process.js';
import { inLanes } from '../support/in-lanes.js';
import { createMailbox, createVerifiedDomain } from '../support/mail-fixtures.js';
import { type MailStack, mailStack } from '../support/mail-stack.js';
import { RedisServer } from '../support/redis-server.js';

const MESSAGES = 120;
const LANES = 8;

let home: string;
let stack: MailStack;
let redis: RedisServer;
let mail: AppProcess;
let inbound: number;
let mailboxes: Mailbox[];

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'receiving-'));
  [stack, redis, inbound] = await Promise.all([
    mailStack({ ROLE: 'api' }),
    RedisServer.start(join(home, 'redis')),
    freePort(),
    ensureBuilt(),
  ]);
  const domain = await createVerifiedDomain(stack, (await stack.createTenant()).id, 'shop.test');
  const rival = await createVerifiedDomain(stack, (await stack.createTenant()).id, 'rival.test');
  mailboxes = [await createMailbox(stack, domain, 'one'), await createMailbox(stack, domain, 'two')];
  mailboxes.push(await createMailbox(stack, rival, 'three'));
  mail = await AppProcess.start('mail', {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    REDIS_URL: redis.url,
    DATABASE_URL: stack.database.url,
    DATABASE_SYSTEM_URL: stack.database.systemUrl,
    BLOB_DIR: stack.blobDir,
    SERVICE_SECRET: 'the-service-secret-that-the-tests-share',
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    IDENTITY_URL: `http://127.0.0.1:${await freePort()}`,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    DNS_SERVER: `127.0.0.1:${await freePort()}`,
    INBOUND_PORT: String(inbound),
    JOB_LEASE_MS: '1000',
    RECONCILE_MS: '250',
  });
}, 180_000);
afterAll(async () => {
  await mail?.kill();
  await Promise.all([stack?.close(), redis?.kill()]);
  rmSync(home, { recursive: true, force: true });
});

/** Sends a message until it is accepted, each time with another Message-ID; returns the accepted one. */
async function sendUntilAccepted(name: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const id = `${name}.${attempt}@sender.test`;
    const raw = RAW.replace('one@sender.test', id);
    const answer = await submitTo(inbound, { to: mailboxes.map(({ address }) => address), raw });
    if (answer.startsWith('250')) return id;
    await waitUntil(() => mail.isRunning);
  }
}

async function copies(): Promise<Map<string, number>> {
  const rows = await stack.sql<{ id: string; n: number }>(
    'select message_id as id, count(*)::int as n from mail_message group by message_id',
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

describe('mail whose receiving process is killed again and again', () => {
  it('is in each mailbox once if it was accepted, and in all or none if not', async () => {
    const accepted: string[] = [];
    const names = Array.from({ length: MESSAGES }, (_, n) => `m${n}`);
    const sending = inLanes(LANES, names, async (name) => void accepted.push(await sendUntilAccepted(name)));
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.85]) {
      await waitUntil(() => accepted.length >= MESSAGES * share, { timeoutMs: 60_000 });
      await mail.kill();
      if (share === 0.5) await redis.flush();
      await mail.start();
    }
    await sending;
    await waitUntil(
      async () => {
        await stack.sql('update outbox set available_at = now(), due = true where available_at > now()');
        return (await stack.sql('select from inbound_message limit 1')).length === 0;
      },
      { timeoutMs: 60_000, everyMs: 250, what: 'everything to be delivered' },
    );
    const found = await copies();
    expect(accepted).toHaveLength(MESSAGES);
    expect(accepted.filter((id) => found.get(id) !== mailboxes.length)).toEqual([]);
    expect(new Set(found.values())).toEqual(new Set([mailboxes.length]));
    const counts = await stack.sql(
      `select f.total = count(m.id) and f.unread = count(m.id) as exact from folder f
         left join mail_message m on m.tenant_id = f.tenant_id and m.folder_id = f.id group by f.tenant_id, f.id`,
    );
    expect(counts.every((row) => (row as { exact: boolean }).exact)).toBe(true);
  }, 240_000);
});
