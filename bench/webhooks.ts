// Signed webhook deliveries per second from the outbox to a local server, each recorded; for comparison undici's pool alone,
// and the same rows and requests by a script that does nothing else.
import { newId, nextPosition } from '#libs/core/persistence';
import type { JobKind } from '#libs/core/jobs';
import { toPayload } from '../apps/platform/src/webhooks/webhook-payload.js';
import type { BareRun } from './limits/bare-webhooks-process.js';
import type { UndiciRun } from './limits/undici-process.js';
import { bench } from './support/bench.js';
import { rate } from './support/costs.js';
import { SessionIssuer } from './support/bench-session.js';
import { HelperProcess } from './support/helper-process.js';
import { readOptions } from './support/options.js';
import { Platform, type BenchTenant } from './support/platform.js';
import { judge, Report } from './support/report.js';
import { startServices } from './support/services.js';
import { until } from './support/until.js';

/** `connections` is the number that the platform opens to one receiver. */
const options = readOptions({ rounds: 5, seconds: 5, deliveries: 30_000, connections: 16 });
const TIMEOUT_MS = 120_000;
const PATH = '/hooks/orders';
/** A kind of job that the platform does not have, so it stays in the outbox. */
const BARE = 'bench.deliver';

interface Endpoint {
  id: string;
  secret: string;
}

await bench(async (cleanup) => {
  const services = cleanup.add(await startServices());
  const sink = cleanup.add(await HelperProcess.start('./support/webhook-sink-process.js', import.meta.url));
  const port = await sink.ask<number>('listen');
  const platform = cleanup.add(await Platform.prepare(services));
  const issuer = cleanup.add(await SessionIssuer.start(services));
  const undici = cleanup.add(await HelperProcess.start('./limits/undici-process.js', import.meta.url));
  const bare = cleanup.add(await HelperProcess.start('./limits/bare-webhooks-process.js', import.meta.url));
  const tenant = await platform.addTenant();
  const environment = { ...issuer.environment, OUTBOUND_ALLOW: `127.0.0.1:${port}` };
  const api = cleanup.add(await platform.start('api', environment));
  const endpoint = await addEndpoint(api.port, await issuer.session(tenant, 'admin'));
  cleanup.add(await platform.start('worker', environment));

  /** Enqueues deliveries in one transaction, so that they are due at once, and waits until the last is recorded. */
  const throughPlatform = async (count: number) => {
    const before = (await received()).requests;
    await platform.checkpoint();
    await sink.ask('expect', endpoint.secret);
    await promise(platform, tenant, endpoint, count, 'webhook.deliver' satisfies JobKind);
    const perSecond = await rate('deliveries', count, async () => {
      await until('the webhooks', async () => (await received()).requests >= before + count, TIMEOUT_MS);
      await until('their record', async () => isEmpty(platform), TIMEOUT_MS);
    });
    await assertAllDelivered((await received()).requests - before - count);
    await sink.ask('expect');
    return perSecond;
  };
  const throughScript = async (count: number) => {
    await platform.checkpoint();
    await promise(platform, tenant, endpoint, count, BARE);
    const origin = `http://127.0.0.1:${port}`;
    const { databaseUrl } = platform;
    const target = { tenantId: tenant.id, kind: BARE, origin, path: PATH, secret: endpoint.secret };
    const run: BareRun = { databaseUrl, ...target, connections: options.connections, count };
    return bare.ask<number>('run', run);
  };
  const throughUndici = (seconds: number) => {
    const bodies = Array.from({ length: 1_000 }, () => payload(tenant));
    const { connections } = options;
    const run: UndiciRun = { origin: `http://127.0.0.1:${port}`, path: PATH, bodies, connections, seconds };
    return undici.ask<number>('run', run);
  };

  const title = `From the outbox to one endpoint over ${options.connections} connections, deliveries per second`;
  const report = new Report(title, ['platform', 'bare script', 'undici', 'of the script', 'ratio']);
  await throughPlatform(2 * options.deliveries);
  await throughScript(options.deliveries);
  await throughUndici(1);
  for (let round = 0; round < options.rounds; round += 1) {
    const ours = await throughPlatform(options.deliveries);
    const script = await throughScript(options.deliveries);
    const limit = await throughUndici(options.seconds);
    report.add([ours, script, limit, ours / script, ours / limit]);
  }
  const ratio = report.medians().at(-1) ?? 0;
  judge([{ name: 'platform / undici', value: ratio, bound: 'least', floor: 0.15 }]);

  function received(): Promise<{ requests: number; forged: number }> {
    return sink.ask('count');
  }

  async function addEndpoint(apiPort: number, token: string): Promise<Endpoint> {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/api/webhooks`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ Url: `http://127.0.0.1:${port}${PATH}`, Events: ['email.sent'] }),
    });
    const text = await answer.text();
    if (answer.status !== 201) throw new Error(`Answered ${answer.status}: ${text}`);
    const { Webhook, Secret } = JSON.parse(text) as { Webhook: { Id: string }; Secret: string };
    return { id: Webhook.Id, secret: Secret };
  }

  /** @throws Error unless every delivery arrived exactly once, signed, and is recorded as delivered */
  async function assertAllDelivered(surplus: number): Promise<void> {
    const { forged } = await received();
    const { rowCount } = await platform.admin.query(
      `select from webhook_delivery where status <> 'delivered' or attempts <> 1 limit 1`,
    );
    if (surplus !== 0) throw new Error(`${surplus} requests arrived that were not asked for`);
    if (forged !== 0) throw new Error(`${forged} signatures are wrong`);
    if (rowCount !== 0) throw new Error('A delivery is not recorded as delivered');
  }
});

function payload({ id, domain }: BenchTenant): string {
  const data = {
    MessageId: newId('msg'),
    From: `Orders <orders@${domain}>`,
    To: 'customer@example.test',
    Subject: 'Your order is on its way',
  };
  return toPayload(id, { id: newId('evt'), type: 'email.sent', occurredAt: new Date(), data });
}

async function promise(
  platform: Platform,
  tenant: BenchTenant,
  endpoint: Endpoint,
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
      [tenant.id, endpoint.id, ids, ids.map(() => payload(tenant))],
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

async function isEmpty(platform: Platform): Promise<boolean> {
  const { rowCount } = await platform.admin.query('select from outbox limit 1');
  return rowCount === 0;
}
