import { freePort, waitUntil } from '#libs/test/testing';
import { AppProcess } from './app-process.js';
import type { MailStack } from './mail-stack.js';

/** Mail as a process of its own, on the database, the Redis and the blobs of a stack. Nothing answers what it is not told of. */
export async function startMailProcess(
  stack: MailStack,
  environment: Record<string, string> = {},
): Promise<AppProcess> {
  const nowhere = `127.0.0.1:${await freePort()}`;
  return AppProcess.start('mail', {
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    REDIS_URL: stack.redisUrl,
    DATABASE_URL: stack.database.url,
    DATABASE_SYSTEM_URL: stack.database.systemUrl,
    BLOB_DIR: stack.blobDir,
    SERVICE_SECRET: 'the-service-secret-that-the-tests-share',
    ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    IDENTITY_URL: `http://${nowhere}`,
    PLATFORM_URL: `http://${nowhere}`,
    SMTP_URL: `smtp://${nowhere}`,
    DNS_SERVER: nowhere,
    JOB_LEASE_MS: '1000',
    RECONCILE_MS: '250',
    ...environment,
  });
}

/** Has everything tried now that waits for its next attempt, until nothing is under way. */
export async function finishMail(stack: { sql(text: string): Promise<object[]> }): Promise<void> {
  await waitUntil(
    async () => {
      await stack.sql('update outbox set available_at = now(), due = true where available_at > now()');
      const left = await stack.sql(
        `select from inbound_message union all select from outgoing_message where finished_at is null limit 1`,
      );
      return left.length === 0;
    },
    { timeoutMs: 60_000, everyMs: 100, what: 'all mail to be where it belongs' },
  );
}

/** How many copies of each message a mailbox has, by subject; drafts are none. */
export async function copiesIn(stack: MailStack, address: string): Promise<Map<string, number>> {
  const rows = await stack.sql<{ subject: string; n: number }>(
    `select m.subject, count(*)::int as n from mail_message m
       join mailbox b on b.tenant_id = m.tenant_id and b.id = m.mailbox_id
       join folder f on f.tenant_id = m.tenant_id and f.id = m.folder_id
      where b.address = $1 and f.kind <> 'drafts' group by m.subject`,
    [address],
  );
  return new Map(rows.map(({ subject, n }) => [subject, n]));
}

/** Folders and mailboxes whose counts are not those of their messages. */
export async function wrongCounts(stack: MailStack): Promise<object[]> {
  return stack.sql(
    `select f.id, f.total, f.unread from folder f
       left join mail_message m on m.tenant_id = f.tenant_id and m.folder_id = f.id group by f.tenant_id, f.id
     having f.total <> count(m.id) or f.unread <> count(m.id) filter (where not m.is_read)
     union all
     select b.id, b.used_bytes, null from mailbox b
       left join mail_message m on m.tenant_id = b.tenant_id and m.mailbox_id = b.id group by b.tenant_id, b.id
     having b.used_bytes <> coalesce(sum(m.bytes), 0)`,
  );
}
