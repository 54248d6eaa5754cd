import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { mboxOf, messageOf, sendImport } from '../../apps/mail/src/imports/imports.fixture.js';
import type { Mailbox } from '../../apps/mail/src/mailboxes/mailbox.entity.js';
import { MailboxGrant } from '../../apps/mail/src/mailboxes/grants/mailbox-grant.entity.js';
import { Database } from '#libs/core/persistence';
import { type AppProcess, ensureBuilt } from '../support/app-process.js';
import type { HttpClient } from '../support/http-client.js';
import { createMailbox, createVerifiedDomain } from '../support/mail-fixtures.js';
import { startMailProcess } from '../support/mail-process.js';
import { type MailStack, mailStack } from '../support/mail-stack.js';
import { RedisServer } from '../support/redis-server.js';

const MESSAGES = Number(process.env['IMPORTED_MESSAGES'] ?? 2_000);

let home: string;
let stack: MailStack;
let redis: RedisServer;
let worker: AppProcess;
let mailbox: Mailbox;
let user: HttpClient;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'importing-'));
  [stack, redis] = await Promise.all([
    mailStack({ ROLE: 'api' }),
    RedisServer.start(join(home, 'redis')),
    ensureBuilt(),
  ]);
  const tenant = await stack.createTenant();
  const member = await tenant.member('member');
  user = member.client;
  mailbox = await createMailbox(stack, await createVerifiedDomain(stack, tenant.id, 'shop.test'), 'one');
  const grant = { tenantId: tenant.id, mailboxId: mailbox.id, userId: member.userId, role: 'sender' as const };
  await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => tx.insert(MailboxGrant, grant));
  worker = await startMailProcess(stack, { ROLE: 'worker', REDIS_URL: redis.url });
});
afterAll(async () => {
  await worker?.kill();
  await Promise.all([stack?.close(), redis?.kill()]);
  rmSync(home, { recursive: true, force: true });
});

const progress = async () =>
  (await stack.sql<{ state: string; total: number }>('select state, total from message_import'))[0];

describe('an import whose process is killed again and again', () => {
  it('imports each message once', async () => {
    // A twentieth comes twice, a tenth has no Message-ID.
    const file = mboxOf(
      Array.from({ length: MESSAGES }, (_, n) =>
        n % 20 === 19 ? messageOf(`m${n - 1}`) : messageOf(`m${n}`, n % 10 === 0 ? { id: '' } : {}),
      ),
    );
    const answer = sendImport(user, mailbox.id, file);
    // Four, because a busy machine may see them all without progress between, and a fifth would make a dead letter.
    for (const share of [0.05, 0.3, 0.5, 0.9]) {
      await waitUntil(async () => ((await progress())?.total ?? 0) >= MESSAGES * share, {
        timeoutMs: 120_000,
        everyMs: 10,
        what: `${share} of the import`,
      });
      await worker.kill();
      if (share === 0.5) await redis.flush();
      await worker.start();
    }
    await waitUntil(
      async () => {
        await stack.sql('update outbox set available_at = now(), due = true where available_at > now()');
        return (await progress())?.state !== 'running';
      },
      { timeoutMs: 120_000, everyMs: 250, what: 'the end of the import' },
    );
    expect([200, 202]).toContain((await answer).status);
    const [done] = (await user.get(`/mailboxes/${mailbox.id}/imports`)).body.imports;
    const twice = MESSAGES / 20;
    expect(done).toMatchObject({
      state: 'completed',
      total: MESSAGES,
      imported: MESSAGES - twice,
      skipped: twice,
      errors: 0,
      read_bytes: file.length,
    });
    const [counts] = await stack.sql(
      `select count(*)::int as n, count(distinct subject)::int as subjects, sum(bytes)::int as bytes from mail_message`,
    );
    expect(counts).toMatchObject({ n: MESSAGES - twice, subjects: MESSAGES - twice });
    const exact = await stack.sql(
      `select f.total = count(m.id) and f.unread = count(m.id) filter (where not m.is_read) as exact from folder f
         left join mail_message m on m.tenant_id = f.tenant_id and m.folder_id = f.id group by f.tenant_id, f.id`,
    );
    expect(exact.every((row) => (row as { exact: boolean }).exact)).toBe(true);
    const [used] = await stack.sql<{ used: string }>('select used_bytes as used from mailbox');
    expect(Number(used!.used)).toBe((counts as { bytes: number }).bytes);
  });
});
