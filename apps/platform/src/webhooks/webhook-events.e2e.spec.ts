import { describe, expect, it } from 'vitest';
import type { EntityManager } from 'typeorm';
import { Database } from '#libs/core/persistence';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { emailSentEvent, webhookJobs, recordEvents, TestWebhook } from '../../../../test/support/webhooks.js';
import { WebhookEvents } from './webhook-events.service.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));

/** Runs `work` with a manager that counts the statements. */
async function counting(tenantId: `acc_${string}`, work: (tx: EntityManager) => Promise<void>): Promise<number> {
  let statements = 0;
  await stack.app.get(Database, { strict: false }).tenant(tenantId, (tx) => {
    const proxied = <T extends object>(target: T, runner?: object): T =>
      new Proxy(target, {
        get(_, name) {
          if (name === 'queryRunner' && runner) return runner;
          if (name === 'query') statements += 1;
          const value: unknown = Reflect.get(target, name);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    const counted = proxied(tx, tx.queryRunner && proxied(tx.queryRunner));
    return work(counted);
  });
  return statements;
}

describe('recording events', () => {
  it('takes one statement without a subscriber, and three however many events and endpoints there are', async () => {
    const service = stack.app.get(WebhookEvents, { strict: false });
    const silent = await stack.createTenant();
    const events = Array.from({ length: 200 }, () => emailSentEvent());
    expect(await counting(silent.id, (tx) => service.record(tx, silent.id, []))).toBe(0);
    expect(await counting(silent.id, (tx) => service.record(tx, silent.id, events))).toBe(1);
    const { tenant } = await TestWebhook.create(stack, `${sink.url}/1`);
    await TestWebhook.create(stack, `${sink.url}/2`, tenant);
    expect(await counting(tenant.id, (tx) => service.record(tx, tenant.id, events))).toBe(3);
    await waitUntil(async () => (await webhookJobs(stack, tenant)).length === 0, { timeoutMs: 15_000 });
    expect(sink.requests).toHaveLength(400);
    expect(new Set(sink.requests.map(({ headers, path }) => `${path} ${headers['webhook-id']}`)).size).toBe(400);
    const [counted] = await stack.sql(
      `select count(*)::int as deliveries from webhook_delivery where tenant_id = $1 and status = 'delivered'`,
      [tenant.id],
    );
    expect(counted).toEqual({ deliveries: 400 });
  });

  it('counts a large payload as several, so that no worker claims a whole chunk of them', async () => {
    const { tenant } = await TestWebhook.create(stack, sink.url);
    const service = stack.app.get(WebhookEvents, { strict: false });
    const weights = await stack.app.get(Database, { strict: false }).tenant(tenant.id, async (tx) => {
      await service.record(tx, tenant.id, [emailSentEvent(), emailSentEvent({ Subject: 'x'.repeat(20_000) })]);
      return tx.query<{ weight: number }[]>('select weight from outbox where tenant_id = $1 order by weight', [
        tenant.id,
      ]);
    });
    expect(weights).toEqual([{ weight: 1 }, { weight: 5 }]);
  });

  it('enqueues nothing when the transaction is rolled back', async () => {
    const { tenant, session, path } = await TestWebhook.create(stack, sink.url);
    const service = stack.app.get(WebhookEvents, { strict: false });
    const failing = stack.app.get(Database, { strict: false }).tenant(tenant.id, async (tx) => {
      await service.record(tx, tenant.id, [emailSentEvent()]);
      throw new Error('the rest of the transaction');
    });
    await expect(failing).rejects.toThrow('the rest');
    expect(await webhookJobs(stack, tenant)).toEqual([]);
    expect((await session.get(`${path}/deliveries`)).body.Deliveries).toEqual([]);
  });

  it('repeats an attempt of which a killed worker left no record, with the same event id', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/crash`);
    // A lease that ran out and a queue that forgot the job: what a worker leaves that was killed in mid-request.
    const { delivery } = await webhook.recordEmailSent();
    await webhook.waitForEnd(delivery);
    await stack.sql(`update webhook_delivery set status = 'pending', attempts = 0 where id = $1`, [delivery]);
    await stack.sql('delete from webhook_attempt where delivery_id = $1', [delivery]);
    await stack.sql(
      `insert into outbox (id, tenant_id, kind, payload, handed_at, job_id, attempts, lease, leased_until)
       values ((select coalesce(max(id), 0) + 1 from outbox), $1, 'webhook.deliver', $2, now() - interval '1 minute',
               'lost', 1, gen_random_uuid(), now() - interval '1 second')`,
      [webhook.tenant.id, JSON.stringify({ deliveryId: delivery })],
    );
    expect(await webhook.waitForEnd(delivery, 10_000)).toMatchObject({ Status: 'delivered', Attempts: 1 });
    const ids = sink.requests.filter(({ path }) => path === '/crash').map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('delivers the event of an e-mail that was sent', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/real`);
    const key = await webhook.tenant.key('emails:send');
    const sent = await key.post('/v1/emails/send', { ...webhook.tenant.email(), Tags: { order: '7' } });
    expect(sent.status).toBe(202);
    const request = await sink.waitFor(({ path }) => path === '/real');
    expect(JSON.parse(request.text)).toMatchObject({
      EventType: 'email.sent',
      TenantId: webhook.tenant.id,
      Environment: 'test',
      Data: { MessageId: sent.body.MessageId, Tags: { order: '7' } },
    });
  });

  it('needs a transaction of the tenant', async () => {
    const [own, other] = [await TestWebhook.create(stack, sink.url), await stack.createTenant()];
    await recordEvents(stack, other, [emailSentEvent()]);
    expect((await own.session.get(`${own.path}/deliveries`)).body.Deliveries).toEqual([]);
  });
});
