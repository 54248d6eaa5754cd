// An upper bound of `webhooks`: the same rows, signatures and requests by a script for one tenant and one endpoint that
// always answers 200, without any handling of failures.
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { answerParent } from '../support/helper-process.js';

export interface BareRun {
  databaseUrl: string;
  tenantId: string;
  /** Kind of the jobs in the outbox. */
  kind: string;
  origin: string;
  path: string;
  secret: string;
  connections: number;
  count: number;
}

interface Delivery {
  id: string;
  jobId: string;
  eventId: string;
  payload: string;
}

interface Delivered {
  id: string;
  jobId: string;
  at: Date;
  tookMs: number;
}

const CLAIMED_AT_ONCE = 1_000;
const RECORDED_AT_ONCE = 500;

const CLAIM = {
  name: 'claim',
  text: `
    with next as materialized (
      select ctid, id from outbox where kind = $1 and tenant_id = $2 and due and handed_at is null and dead_at is null
      order by available_at, id limit ${CLAIMED_AT_ONCE})
    update outbox set handed_at = now(), leased_until = now() + interval '1 minute' from next
    where outbox.ctid = next.ctid returning outbox.id, payload->>'deliveryId' as delivery`,
};
const READ = {
  name: 'read',
  text: `select id, event_id as "eventId", payload from webhook_delivery
         where tenant_id = $1 and id = any($2::text[]) and status = 'pending'`,
};
const RECORD = {
  name: 'record',
  text: `
    with done as (delete from outbox where id = any($1::bigint[]))
    update webhook_delivery d set status = 'delivered', attempts = 1, last_attempt_at = o.at, duration_ms = o.took,
           response_status = 200, response_snippet = ''
    from unnest($2::text[], $3::timestamptz[], $4::int[]) as o (id, at, took)
    where d.tenant_id = $5 and d.id = o.id and d.id = any($2::text[])`,
};

/** Delivers all jobs; returns the deliveries per second. */
async function run({ databaseUrl, tenantId, kind, origin, path, secret, connections, count }: BareRun) {
  const [reader, writer] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)];
  await Promise.all([reader.connect(), writer.connect()]);
  await writer.query('set enable_nestloop = off');
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const waiting: Delivery[] = [];
  let delivered: Delivered[] = [];
  let [claimed, recorded] = [0, 0];
  let claiming: Promise<void> | undefined;
  let recording: Promise<void> = Promise.resolve();

  const claim = async () => {
    const { rows } = await reader.query<{ id: string; delivery: string }>({ ...CLAIM, values: [kind, tenantId] });
    claimed += rows.length;
    const jobs = new Map(rows.map(({ id, delivery }) => [delivery, id]));
    const found = await reader.query<Omit<Delivery, 'jobId'>>({ ...READ, values: [tenantId, [...jobs.keys()]] });
    waiting.push(...found.rows.map((row) => ({ ...row, jobId: jobs.get(row.id) ?? '' })));
    claiming = undefined;
  };
  const record = async () => {
    const some = delivered;
    delivered = [];
    if (some.length === 0) return;
    const columns = [some.map(({ jobId }) => jobId), some.map(({ id }) => id), some.map(({ at }) => at)];
    await writer.query({ ...RECORD, values: [...columns, some.map(({ tookMs }) => tookMs), tenantId] });
    recorded += some.length;
  };
  const next = async (): Promise<Delivery | undefined> => {
    for (;;) {
      if (waiting.length < CLAIMED_AT_ONCE / 2 && claimed < count) claiming ??= claim();
      const delivery = waiting.pop();
      if (delivery || !claiming) return delivery;
      await claiming;
    }
  };
  const deliver = async () => {
    for (let delivery = await next(); delivery; delivery = await next()) {
      const { id, jobId, eventId, payload } = delivery;
      const at = new Date();
      const timestamp = String(Math.floor(at.getTime() / 1_000));
      const signature = createHmac('sha256', key).update(`${eventId}.${timestamp}.${payload}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      const answer = await pool.request({ method: 'POST', path, headers, body: payload });
      await answer.body.dump();
      delivered.push({ id, jobId, at, tookMs: Date.now() - at.getTime() });
      if (delivered.length >= RECORDED_AT_ONCE) recording = recording.then(record);
    }
  };

  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, deliver));
  await recording.then(record);
  const took = (performance.now() - started) / 1_000;
  await Promise.all([reader.end(), writer.end(), pool.close()]);
  if (recorded !== count) throw new Error(`${recorded} of ${count} deliveries were recorded`);
  return count / took;
}

answerParent({ run });
