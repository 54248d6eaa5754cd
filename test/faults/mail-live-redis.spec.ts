import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metrics } from '#libs/core/observability';
import { Database } from '#libs/core/persistence';
import { patient, waitUntil } from '#libs/test/testing';
import { countsAreEqual, listen, mailboxOfUser, store } from '../../apps/mail/src/live/live.fixture.js';
import { MailboxGrant } from '../../apps/mail/src/mailboxes/grants/mailbox-grant.entity.js';
import { createDomain, type TestDomain } from '../support/mail-mailboxes.js';
import { type MailStack, mailStack, type MailTenant } from '../support/mail-stack.js';
import { RedisServer } from '../support/redis-server.js';

let home: string;
let redis: RedisServer;
let stack: MailStack;
let tenant: MailTenant;
let domain: TestDomain;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'live-'));
  redis = await RedisServer.start(join(home, 'redis'));
  stack = await mailStack({ ROLE: 'api' }, redis.url);
  tenant = await stack.createTenant();
  domain = await createDomain(stack.app, tenant.id);
});
afterAll(async () => {
  await stack?.close();
  await redis?.kill();
  rmSync(home, { recursive: true, force: true });
});

/** Redis as after its start, in which the tenant is known. */
async function start(options: { empty?: boolean } = {}): Promise<void> {
  await redis.start(options);
  await waitUntil(() => stack.view.mark(), { what: 'the credential view' });
  await tenant.publish();
}

describe('while Redis hangs', () => {
  it('messages are stored without a wait, and listeners are told to read again afterwards', async () => {
    const { client, mailbox } = await mailboxOfUser(stack, tenant, domain);
    const reader = await listen(client, mailbox);
    const lost = async () => Number(/^mailbox_changes_lost_total (\d+)/m.exec(await metrics.text())?.[1] ?? 0);
    const lostBefore = await lost();
    redis.hang();
    try {
      const before = Date.now();
      for (let n = 0; n < 5; n += 1) await store(stack, mailbox);
      // A command is given up after a second.
      expect(Date.now() - before).toBeLessThan(patient(3_000));
      await waitUntil(async () => (await lost()) > lostBefore, { what: 'changes that are given up' });
    } finally {
      redis.proceed();
    }
    await reader.next('mailbox.changed');
    await countsAreEqual(reader, client, mailbox);
    reader.close();
  });
});

describe('while Redis is away', () => {
  it.each([{ empty: true }, { empty: false }])(
    'messages are stored, and listeners are told to read again when it is back: %j',
    async (options) => {
      const { client, mailbox } = await mailboxOfUser(stack, tenant, domain);
      const reader = await listen(client, mailbox);
      await store(stack, mailbox);
      await reader.next('message.created');
      const lastId = reader.lastId;
      await redis.kill();
      const before = Date.now();
      const [missed] = await store(stack, mailbox);
      expect(Date.now() - before).toBeLessThan(patient(1_000));
      expect(reader.hasEnded).toBe(false);
      await start(options);
      await reader.next('mailbox.changed');
      // Until the writer is connected again, its changes are lost, too.
      await waitUntil(async () => {
        const [message] = await store(stack, mailbox);
        return reader.next('message.created', { id: message!.id }, 1_000);
      });
      expect(reader.of('message.created').map(({ id }) => id)).not.toContain(missed!.id);
      // The session went with Redis: there is no identity here that would know it.
      const { userId, client: other } = await tenant.member('member');
      const grant = { tenantId: tenant.id, mailboxId: mailbox.id, userId, role: 'reader' as const };
      await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => tx.insert(MailboxGrant, grant));
      await countsAreEqual(reader, other, mailbox);
      const resumed = await listen(other, mailbox, { 'last-event-id': lastId });
      await resumed.next('mailbox.changed');
      resumed.close();
      reader.close();
    },
  );
});
