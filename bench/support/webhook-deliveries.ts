import type { JobKind } from '#libs/core/jobs';
import { firstIdAt, newId, nextPosition, positionOf } from '#libs/core/persistence';
import { toPayload } from '../../apps/platform/src/webhooks/webhook-payload.js';
import { rate } from './costs.js';
import type { HelperProcess } from './helper-process.js';
import { isOutboxEmpty } from './outbox-delivery.js';
import type { BenchTenant, Platform } from './platform.js';
import { until } from './until.js';

const TIMEOUT_MS = 120_000;
const DAYS = 7;
const DAY_MS = 86_400_000;

export interface BenchEndpoint {
  id: string;
  secret: string;
}

/** An endpoint of a tenant, and what receives its deliveries. */
export interface WebhookReceiver {
  platform: Platform;
  sink: HelperProcess;
  tenant: BenchTenant;
  endpoint: BenchEndpoint;
}

/** Adds an endpoint by the api of Platform. */
export async function addEndpoint(apiPort: number, token: string, url: string): Promise<BenchEndpoint> {
  const answer = await fetch(`http://127.0.0.1:${apiPort}/api/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ Url: url, Events: ['email.sent'] }),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${text}`);
  const { Webhook, Secret } = JSON.parse(text) as { Webhook: { Id: string }; Secret: string };
  return { id: Webhook.Id, secret: Secret };
}

/** The body of a webhook that tells of a sent e-mail. */
export function webhookPayload({ id, domain }: BenchTenant): string {
  const data = {
    MessageId: newId('msg'),
    From: `Orders <orders@${domain}>`,
    To: 'customer@example.test',
    Subject: 'Your order is on its way',
  };
  return toPayload(id, { id: newId('evt'), type: 'email.sent', occurredAt: new Date(), data });
}

/** Inserts deliveries and their jobs in one transaction, so that they are due at once. */
export async function promiseWebhooks(
  { platform, tenant, endpoint }: Omit<WebhookReceiver, 'sink'>,
  count: number,
  kind: string,
): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('whd'));
  const client = await platform.admin.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, payload)
       select $1, id, $2, payload::jsonb->>'EventId', 'email.sent', payload
       from unnest($3::text[], $4::text[]) as given (id, payload)`,
      [tenant.id, endpoint.id, ids, ids.map(() => webhookPayload(tenant))],
    );
    await client.query(
      `insert into outbox (id, tenant_id, kind, payload)
       select id, $1, $4, jsonb_build_object('deliveryId', delivery)
       from unnest($2::bigint[], $3::text[]) as given (id, delivery)`,
      [tenant.id, ids.map(() => nextPosition()), ids, kind],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Has Platform deliver so many webhooks that are due at once, and waits until the last is recorded. Returns how many that were a second. */
export async function deliverWebhooks(receiver: WebhookReceiver, count: number): Promise<number> {
  const { platform, sink, endpoint } = receiver;
  const received = async () => (await sink.ask<{ requests: number }>('count')).requests;
  const before = await received();
  await platform.checkpoint();
  await sink.ask('expect', endpoint.secret);
  await promiseWebhooks(receiver, count, 'webhook.deliver' satisfies JobKind);
  const perSecond = await rate('deliveries', count, async () => {
    await until('the webhooks', async () => (await received()) >= before + count, TIMEOUT_MS);
    await until('their record', () => isOutboxEmpty(platform), TIMEOUT_MS);
  });
  await assertAllDelivered(receiver, (await received()) - before - count);
  await sink.ask('expect');
  return perSecond;
}

/** @throws Error unless every delivery arrived exactly once, signed, and is recorded as delivered */
async function assertAllDelivered({ platform, sink }: WebhookReceiver, surplus: number): Promise<void> {
  const { forged } = await sink.ask<{ forged: number }>('count');
  const { rowCount } = await platform.admin.query(
    `select from webhook_delivery where status <> 'delivered' or attempts <> 1 limit 1`,
  );
  if (surplus !== 0) throw new Error(`${surplus} requests arrived that were not asked for`);
  if (forged !== 0) throw new Error(`${forged} signatures are wrong`);
  if (rowCount !== 0) throw new Error('A delivery is not recorded as delivered');
}

/** Fills an endpoint with so many deliveries of the last days, with statistics. */
export async function fillDeliveries(
  { platform, tenant, endpoint }: Omit<WebhookReceiver, 'sink'>,
  count: number,
): Promise<void> {
  const first = positionOf(firstIdAt('whd', new Date(Date.now() - DAYS * DAY_MS)));
  const step = (positionOf(firstIdAt('whd', new Date())) - first) / count;
  await platform.admin.query(
    `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, payload, status, attempts, response_status,
                                   created_at, last_attempt_at, next_attempt_at, duration_ms)
     select $1, 'whd_' || lpad(to_hex(($3::bigint + (n * $4::float8)::bigint) << 11), 16, '0'), $2, 'evt_' || n, 'email.sent', $5, 'delivered',
            1, 200, now(), now(), null, 3
       from generate_series(0, $6::int - 1) n`,
    [tenant.id, endpoint.id, first, step, webhookPayload(tenant), count],
  );
  await platform.admin.query(
    `insert into webhook_attempt (tenant_id, delivery_id, number, attempted_at, duration_ms, response_status)
     select tenant_id, id, 1, now(), 3, 200 from webhook_delivery where tenant_id = $1`,
    [tenant.id],
  );
  await platform.admin.query('vacuum (analyze) webhook_delivery, webhook_attempt');
}
