// The limit beside `collect`: COPY of the same events into the same table, one transaction a batch.
import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { answerParent } from '../support/helper-process.js';
import type { EventBatch } from '../support/event-batches.js';

export interface EventCopyRun {
  databaseUrl: string;
  tenantId: string;
  pageId: string;
  batches: readonly EventBatch[];
  connections: number;
  seconds: number;
}

const COPY = `copy event (tenant_id, session_id, at, id, kept_days, visitor_id, kind, page_id, variant, path, x, y, depth, name,
  value, extra, is_bot, received_at) from stdin`;

/** Rows of a batch in COPY's text format. */
function rowsOf({ tenantId, pageId }: EventCopyRun, { visitor, events }: EventBatch): string {
  const [sessionId, now] = [randomUUID(), new Date().toISOString()];
  const text = (value: unknown) => (value === undefined ? '\\N' : String(value));
  return events
    .map(({ kind, path, x, y, depth, name, value }) =>
      [
        ...[tenantId, sessionId, now, randomUUID(), 400, visitor, kind, pageId, '1', path],
        ...[x, y, depth, name, value].map(text),
        ...['\\N', 'f', now],
      ].join('\t'),
    )
    .join('\n');
}

/** Events per second. */
async function run(order: EventCopyRun): Promise<number> {
  const { databaseUrl, batches, connections, seconds } = order;
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const started = performance.now();
  const end = started + seconds * 1_000;
  let events = 0;
  const copyUntilEnd = async () => {
    const client = await pool.connect();
    for (let n = 0; performance.now() < end; n += 1) {
      const batch = batches[n % batches.length]!;
      const copy = client.query(from(COPY));
      copy.end(Buffer.from(`${rowsOf(order, batch)}\n`));
      await finished(copy);
      events += batch.events.length;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: connections }, copyUntilEnd));
  const took = (performance.now() - started) / 1_000;
  await pool.end();
  return events / took;
}

answerParent({ run });
