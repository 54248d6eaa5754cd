// The limit beside `send`: a bare node:http server that makes the same rows durable, one transaction a request.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { newId, nextPosition } from '#libs/core/persistence';
import { answerParent } from '../support/helper-process.js';
import type { SendRequest } from '../support/mail.js';
import type { BenchTenant } from '../support/platform.js';

export interface AcceptServerOptions {
  databaseUrl: string;
  connections: number;
  tenant: BenchTenant;
  /** Whether to update the tenant's counters (usage and reports), whose rows each transaction locks. */
  counting: boolean;
}

interface Accepted {
  status: 202;
  body: string;
}

type Refused = { status: 401 | 409; body: string };

function listen({ databaseUrl, connections, tenant, counting }: AcceptServerOptions): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  const tenants = new Map([[sha256(tenant.apiKey), tenant.id]]);
  const server = createServer((request, response) => {
    collect(request, (body) => {
      const tenantId = tenants.get(sha256(request.headers.authorization?.slice('Bearer '.length) ?? ''));
      if (!tenantId) return answer(response, { status: 401, body: '{}' });
      accept(pool, { tenantId, key: String(request.headers['idempotency-key']), text: body, counting }).then(
        (result) => answer(response, result),
        () => response.destroy(),
      );
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

function collect(request: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(Buffer.concat(chunks).toString()));
}

function answer(response: ServerResponse, { status, body }: Accepted | Refused): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** Statements are prepared once per connection. The shared counters come last, so that their locks are short. */
const STATEMENTS = {
  key: `insert into idempotency_key (tenant_id, route, key, body_hash, response, expires_at)
        values ($1, 'emails.send', $2, $3, $4, now() + interval '24 hours') on conflict do nothing`,
  content: `insert into message_content (tenant_id, id, body_text, to_addresses, headers) values ($1, $2, $3, $4, $5)`,
  message: `insert into message (tenant_id, id, channel, status, environment, sender, recipient, subject, content_id, tags)
            values ($1, $2, 'email', 'queued', 'live', $3, $4, $5, $2, $6)`,
  tags: `insert into message_tag (tenant_id, tag, message_id) select $1, unnest($3::text[]), $2`,
  outbox: `insert into outbox (id, tenant_id, kind, payload) values ($1, $2, 'email.deliver', $3)`,
  usage: `insert into usage_counter as total (tenant_id, period, emails_sent, api_calls)
          values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), 1, 1)
          on conflict (tenant_id, period) do update
            set emails_sent = total.emails_sent + 1, api_calls = total.api_calls + 1, updated_at = now()`,
  report: `insert into event_total as total (tenant_id, span, start, channel, event, count)
           select $1, span, date_trunc(span, now(), 'UTC'), 'email', 'accepted', 1
           from unnest(array['day', 'hour']) as span
           on conflict on constraint event_total__pk do update set count = total.count + 1`,
};

interface Call {
  tenantId: string;
  key: string;
  text: string;
  counting: boolean;
}

async function accept(pool: pg.Pool, { tenantId, key, text, counting }: Call): Promise<Accepted | Refused> {
  const request = JSON.parse(text) as SendRequest;
  const id = newId('msg');
  const client = await pool.connect();
  const run = (name: keyof typeof STATEMENTS, values: unknown[]) =>
    client.query({ name, text: STATEMENTS[name], values });
  try {
    await client.query('begin');
    const { rowCount } = await run('key', [tenantId, key, sha256(text), JSON.stringify([id])]);
    if (rowCount === 0) {
      await client.query('rollback');
      return { status: 409, body: '{}' };
    }
    await insertMessage(run, tenantId, id, request);
    if (counting) {
      await run('usage', [tenantId]);
      await run('report', [tenantId]);
    }
    await client.query('commit');
    return { status: 202, body: JSON.stringify({ MessageId: id, Status: 'queued' }) };
  } finally {
    client.release();
  }
}

async function insertMessage(
  run: (name: keyof typeof STATEMENTS, values: unknown[]) => Promise<unknown>,
  tenantId: string,
  id: string,
  { Source, Destination, Message, Headers, Tags }: SendRequest,
): Promise<void> {
  const to = Destination.ToAddresses;
  await run('content', [tenantId, id, Message.Body.Text.Data, to, JSON.stringify(Headers)]);
  await run('message', [tenantId, id, Source, to[0], Message.Subject.Data, JSON.stringify(Tags)]);
  await run('tags', [tenantId, id, Object.entries(Tags).map(([key, value]) => `${key}:${value}`)]);
  await run('outbox', [nextPosition(), tenantId, JSON.stringify({ messageIds: [id] })]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

answerParent({ listen });
