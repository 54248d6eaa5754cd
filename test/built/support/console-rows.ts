import { randomInt, randomUUID } from 'node:crypto';
import { withClient } from '#libs/test/embedded';
import type { BuiltAccount } from './account.js';

/** Inserts what comes of many complaints, for which a test would have to send thousands of mails. Returns its id and its domain. */
export async function insertSuggestion(account: BuiltAccount): Promise<{ id: string; domain: string }> {
  const id = randomUUID();
  const domain = `${account.name()}.example`;
  await run(
    account,
    `insert into block_suggestion (id, kind, value, signal, evidence)
     values ($1, 'domain', $2, 'complaint_rate', '{"Rate": 0.5}')`,
    [id, domain],
  );
  return { id, domain };
}

/** Inserts what comes of a fault that lasts for hours. Returns its id. */
export async function insertDeadLetter(account: BuiltAccount, error = 'It failed'): Promise<string> {
  const id = String(randomInt(1, 2 ** 47));
  await run(
    account,
    `insert into outbox (id, tenant_id, kind, payload, attempts, failures, dead_at, last_error)
     values ($1, $2, 'email.deliver', '{"messageIds": []}', 20, 20, now(), $3)`,
    [id, account.tenantId, error],
  );
  return id;
}

/** Puts Platform's queues on hold, as a restore of a backup does. No job is as old as the hold, so its release leaves none out. */
export async function holdQueues(account: BuiltAccount, reason: string): Promise<void> {
  await run(account, `insert into queue_hold (reason, held_at) values ($1, '2001-01-01')`, [reason]);
}

/** Ends the hold if it is still on. */
export async function endHold(account: BuiltAccount, reason: string): Promise<void> {
  await run(account, `update queue_hold set ended_at = now() where reason = $1 and ended_at is null`, [reason]);
}

/** Runs a statement in Platform's database as its owner. */
function run({ dev }: BuiltAccount, statement: string, values: unknown[]): Promise<unknown> {
  const url = new URL(dev.postgres.url);
  url.pathname = new URL(dev.postgres.databases['platform']!).pathname;
  return withClient(url.href, (client) => client.query(statement, values));
}
