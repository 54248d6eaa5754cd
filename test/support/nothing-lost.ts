import { expect } from 'vitest';
import { waitUntil, type SunkMessage } from '#libs/test/testing';
import type { FaultStack, Sender } from './fault-stack.js';
import { recipientOf, type SendingLoad } from './sending-load.js';

const DELIVERED_WITHIN_MS = 40_000;

/** A delivery batch that was interrupted is sent again, so this many messages may arrive twice (under one Message-ID). */
const MOST_REPEATED = 6 * 50;

interface Row {
  id: string;
  status: string;
  recipient: string;
}

export interface Totals {
  accepted: number;
  stored: number;
  /** Mails that arrived more than once, under the same Message-ID. */
  repeated: number;
  slowestMs: number;
}

/**
 * Asserts that after a fault every accepted message arrives under one Message-ID, and is recorded and counted once.
 * Prints the figures and returns them.
 */
export async function expectNothingLost(stack: FaultStack, sender: Sender, load: SendingLoad): Promise<Totals> {
  await load.done;
  const { accepted } = load;
  await waitUntilDelivered(stack, sender);
  const rows = await messagesOf(stack, sender);
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['sent']));

  const stored = new Set(rows.map(({ id }) => id));
  expect(
    [...accepted].filter((id) => !stored.has(id)),
    'accepted and not stored',
  ).toEqual([]);
  const arrived = arrivalsOf(stack.mail.messages, stored);
  expect(
    [...stored].filter((id) => !arrived.has(id)),
    'stored and not arrived',
  ).toEqual([]);
  expectOneEach(rows, load);
  await expectExactUsage(stack, sender, rows.length);

  const repeated = [...arrived.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(repeated).toBeLessThanOrEqual(MOST_REPEATED);
  const slowestMs = Math.round(Math.max(...load.calls.map(({ ms }) => ms)));
  const totals = { accepted: accepted.size, stored: stored.size, repeated, slowestMs };
  console.log(`${expect.getState().currentTestName}: ${JSON.stringify(totals)}`);
  return totals;
}

/** Waits until the outbox is empty and every message is complete. Makes scheduled retries due at once. */
async function waitUntilDelivered(stack: FaultStack, { tenantId }: Sender): Promise<void> {
  await waitUntil(
    async () => {
      await stack.sql(
        `update outbox set available_at = now() where tenant_id = $1 and available_at > now() and leased_until is null`,
        [tenantId],
      );
      const [row] = await stack.sql<{ left: number }>(
        `select (select count(*) from outbox where tenant_id = $1)::int
              + (select count(*) from message where tenant_id = $1 and status in ('queued', 'processing'))::int as left`,
        [tenantId],
      );
      if (row?.left !== 0) throw new Error(`${row?.left} left`);
      return true;
    },
    { timeoutMs: DELIVERED_WITHIN_MS, everyMs: 100, what: 'everything to be delivered' },
  );
}

function messagesOf(stack: FaultStack, { tenantId }: Sender): Promise<Row[]> {
  return stack.sql<Row>('select id, status, recipient from message where tenant_id = $1', [tenantId]);
}

/** Counts the arrivals of each message, by the id in its Message-ID. */
function arrivalsOf(mails: readonly SunkMessage[], ids: ReadonlySet<string>): Map<string, number> {
  const arrived = new Map<string, number>();
  for (const { source } of mails) {
    const id = /^Message-ID: <(msg_[0-9a-f]{16})@/im.exec(source)?.[1];
    if (id && ids.has(id)) arrived.set(id, (arrived.get(id) ?? 0) + 1);
  }
  return arrived;
}

/** Each recipient has at most one message, even after repeated calls; one with an idempotency key has exactly one. */
function expectOneEach(rows: readonly Row[], load: SendingLoad): void {
  const recipients = rows.map(({ recipient }) => recipient);
  expect(new Set(recipients).size, 'one message for each recipient').toBe(recipients.length);
  const known = new Set(recipients);
  const missing = Array.from({ length: load.keyed }, (_, n) => recipientOf(n * 2)).filter((one) => !known.has(one));
  expect(missing, 'sent until accepted, and lost').toEqual([]);
}

async function expectExactUsage(stack: FaultStack, { tenantId }: Sender, messages: number): Promise<void> {
  const [usage] = await stack.sql<{ emails: number; calls: number }>(
    `select sum(emails_sent)::int as emails, sum(api_calls)::int as calls from usage_counter where tenant_id = $1`,
    [tenantId],
  );
  expect(usage).toEqual({ emails: messages, calls: messages });
}
