import { v7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { Database, type TenantId } from '#libs/core/persistence';
import { mailStack } from '../../../../../test/support/mail-stack.js';
import type { NewMessage } from '../store/new-message.js';
import { placeInThreads } from './threads.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));

beforeAll(async () => {
  const constraints = await stack.sql<{ name: string; table: string }>(
    `select conname as name, conrelid::regclass::text as table from pg_constraint
     where contype = 'f' and conrelid in ('thread_reference'::regclass, 'mail_message'::regclass)`,
  );
  // Only the two tables are of interest: not the mailboxes that their rows belong to.
  for (const { name, table } of constraints) await stack.sql(`alter table ${table} drop constraint ${name}`);
  await stack.sql('alter table thread_reference set (autovacuum_enabled = false)');
});
async function seedReferences(tenantId: string, mailboxId: string, count: number): Promise<void> {
  await stack.sql(
    `insert into thread_reference (tenant_id, mailbox_id, message_id_hash, thread_id)
     select $1, $2::uuid, sha256(n::text::bytea), gen_random_uuid() from generate_series(1, $3::int) n`,
    [tenantId, mailboxId, count],
  );
}

/** How Postgres would look for the threads of replies. */
async function plansOf(tenantId: TenantId, mailboxId: string): Promise<string[]> {
  const plans: string[] = [];
  const messages = Array.from({ length: 100 }, (_, n) => ({
    tenantId,
    message: {
      mailboxId,
      subject: 'Re: pedido',
      messageId: `<${n}@example.com>`,
      inReplyTo: `<r${n}@example.com>`,
      from: { address: 'ana@example.com' },
      to: [{ address: 'bia@example.com' }],
      cc: [],
      sortedAt: new Date(),
    } as unknown as NewMessage & { sortedAt: Date },
  }));
  await stack.app.get(Database).tenant(tenantId, async (tx) => {
    const query = async ({ text }: { text: string }, values: unknown[]) => {
      plans.push(JSON.stringify(await tx.query(`explain (format json) ${text}`, values)));
      return { rows: [], rowCount: 0 };
    };
    await placeInThreads({ query } as never, messages, () => undefined);
  });
  return plans;
}

it.each([0, 1, 2, 50])(
  'the thread of a message is found by its index while the statistics are of %i references',
  async (known) => {
    await stack.sql('truncate thread_reference');
    await seedReferences((await stack.createTenant()).id, v7(), known);
    await stack.sql('analyze thread_reference');
    const { id } = await stack.createTenant();
    const mailboxId = v7();
    await seedReferences(id, mailboxId, 6_000);
    const plans = await plansOf(id, mailboxId);
    const conditions = plans.flatMap((plan) => [...plan.matchAll(/"Index Cond":"([^"]*)"/g)].map(([, found]) => found));
    expect(conditions).toEqual([
      expect.stringContaining('message_id_hash ='),
      expect.stringContaining('conversation_hash ='),
    ]);
  },
);
