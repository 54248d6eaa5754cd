import { createHash } from 'node:crypto';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { newId, nextPosition } from '#libs/core/persistence';
import { sendRequest, type SendRequest } from '../support/mail.js';
import type { BenchTenant } from '../support/platform.js';

/** The rows of accepting messages in one batch, for COPY, the fastest way to write in Postgres. */
export interface AcceptedRows {
  messages: string;
  contents: string;
  tags: string;
  outbox: string;
}

const COPIES: Record<keyof AcceptedRows, string> = {
  messages: `message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags)`,
  contents: `message_content (tenant_id, id, body_text, to_addresses, headers)`,
  tags: `message_tag (tenant_id, tag, message_id)`,
  outbox: `outbox (id, tenant_id, kind, payload)`,
};

/** Rows in COPY's text format, of the same messages that the batch sends. */
export function acceptedRows(tenant: BenchTenant, requests: readonly SendRequest[]): AcceptedRows {
  const rows: AcceptedRows = { messages: '', contents: '', tags: '', outbox: '' };
  for (const { Source, Destination, Message, Headers, Tags } of requests) {
    const id = newId('msg');
    const [to = ''] = Destination.ToAddresses;
    const text = escaped(Message.Body.Text.Data);
    const [tags, headers] = [JSON.stringify(Tags), JSON.stringify(Headers)];
    rows.messages += `${tenant.id}\t${id}\temail\tqueued\tlive\t${Source}\t${to}\t${Message.Subject.Data}\t${id}\t${tags}\n`;
    rows.contents += `${tenant.id}\t${id}\t${text}\t{${to}}\t${headers}\n`;
    for (const [key, value] of Object.entries(Tags)) rows.tags += `${tenant.id}\t${key}:${value}\t${id}\n`;
    rows.outbox += `${nextPosition()}\t${tenant.id}\temail.deliver\t{"messageIds":["${id}"]}\n`;
  }
  return rows;
}

/** A number of different requests. */
export function requestsFor(tenant: BenchTenant, count: number): SendRequest[] {
  return Array.from({ length: count }, (_, n) => sendRequest(tenant, n));
}

/** Copies the rows in the current transaction. */
export async function copyRows(client: pg.PoolClient, rows: AcceptedRows): Promise<void> {
  for (const kind of Object.keys(COPIES) as (keyof AcceptedRows)[]) {
    const copy = client.query(from(`copy ${COPIES[kind]} from stdin`));
    copy.end(Buffer.from(rows[kind]));
    await finished(copy);
  }
}

/** One batch: its messages, its idempotency key and the counters, in one transaction. */
export async function copyBatch(client: pg.PoolClient, tenant: BenchTenant, requests: readonly SendRequest[]) {
  const key = newId('req');
  const hash = createHash('sha256').update(JSON.stringify(requests)).digest('hex');
  await client.query('begin');
  await client.query({
    name: 'batch-key',
    text: `insert into idempotency_key (tenant_id, route, key, body_hash, response, expires_at)
           values ($1, 'emails.batch', $2, $3, $4, now() + interval '24 hours')`,
    values: [tenant.id, key, hash, JSON.stringify(requests.map((_, n) => ({ n, messageIds: [key] })))],
  });
  await copyRows(client, acceptedRows(tenant, requests));
  await client.query({
    name: 'batch-usage',
    text: `insert into usage_counter as total (tenant_id, period, emails_sent, api_calls)
           values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), $2, 1)
           on conflict (tenant_id, period) do update
             set emails_sent = total.emails_sent + excluded.emails_sent, api_calls = total.api_calls + 1`,
    values: [tenant.id, requests.length],
  });
  await client.query({
    name: 'batch-report',
    text: `insert into event_total as total (tenant_id, span, start, channel, event, count)
           select $1, span, date_trunc(span, now(), 'UTC'), 'email', 'accepted', $2
           from unnest(array['day', 'hour']) as span
           on conflict on constraint event_total__pk do update set count = total.count + excluded.count`,
    values: [tenant.id, requests.length],
  });
  await client.query('commit');
}

/** Escapes for COPY's text format. The JSON texts of the benches have no backslash and are not escaped. */
function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
