import { acceptedRows, copyRows, requestsFor } from '../limits/copy-rows.js';
import { rate } from './costs.js';
import type { HelperProcess } from './helper-process.js';
import type { BenchTenant, Platform } from './platform.js';
import { until } from './until.js';

const TIMEOUT_MS = 120_000;

interface OutboxDelivery {
  platform: Platform;
  sink: HelperProcess;
  tenant: BenchTenant;
  /** Name of what is counted, in the lines about its cost. */
  counts: string;
}

/**
 * Inserts e-mails of a tenant in one transaction, so that they are due at once, announces them, and waits until the last is sent and
 * recorded. Returns how many that were a second.
 */
export async function deliverFromOutbox(
  { platform, sink, tenant, counts }: OutboxDelivery,
  count: number,
): Promise<number> {
  const before = await sink.ask<number>('messages');
  await platform.checkpoint();
  const client = await platform.admin.connect();
  await client.query('begin');
  await copyRows(client, acceptedRows(tenant, requestsFor(tenant, count)));
  await client.query('commit');
  client.release();
  const perSecond = await rate(counts, count, async () => {
    await platform.announceJobs();
    await until('the mails', async () => (await sink.ask<number>('messages')) >= before + count, TIMEOUT_MS);
    await until('their record', () => isOutboxEmpty(platform), TIMEOUT_MS);
  });
  await assertAllSent(platform, (await sink.ask<number>('messages')) - before - count);
  return perSecond;
}

/** Tells that no job of Platform is left. */
export async function isOutboxEmpty(platform: Platform): Promise<boolean> {
  const { rowCount } = await platform.admin.query('select from outbox limit 1');
  return rowCount === 0;
}

/** @throws Error unless every message was sent exactly once and is recorded as sent */
async function assertAllSent(platform: Platform, surplus: number): Promise<void> {
  const { rowCount } = await platform.admin.query(`select from message where status <> 'sent' limit 1`);
  if (surplus !== 0) throw new Error(`${surplus} mails arrived that were not asked for`);
  if (rowCount !== 0) throw new Error('A message is not recorded as sent');
}
