import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { JobBatch } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import {
  afterAttempt,
  failedUntried,
  type HandledJob,
  type SentWebhook,
  WebhookMetrics,
  WebhookOptions,
  WebhookRecorder,
  WebhookStore,
} from '#libs/messaging/webhooks';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { webhookJobs, TestWebhook } from '../../../../../test/support/webhooks.js';
import { useStack } from '../../../../../test/support/use-stack.js';

// Without a worker.
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: '127.0.0.1:4010', ROLE: 'api' } }));
let statements: string[] = [];
let recorder: WebhookRecorder;

beforeAll(async () => {
  const database = stack.app.get(Database, { strict: false });
  const noting: Database = Object.assign(Object.create(database), {
    tenants: <T>(tenantIds: readonly TenantId[], work: (client: PoolClient) => Promise<T>) =>
      database.tenants(tenantIds, (client) => work(noted(client))),
  });
  recorder = new WebhookRecorder(
    noting,
    stack.app.get(WebhookStore, { strict: false }),
    stack.app.get(WebhookMetrics, { strict: false }),
    stack.app.get(WebhookOptions, { strict: false }),
  );
});
/** Wraps a connection, and notes its statements by their first two words. */
function noted(client: PoolClient): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return (sql: string, values: unknown[]) => {
        statements.push(sql.trim().split(/\s+/).slice(0, 2).join(' '));
        return target.query(sql, values);
      };
    },
  });
}

/** Deliveries of a new tenant, claimed as a worker claims them. */
async function claimed(count: number) {
  const webhook = await TestWebhook.create(stack, 'http://127.0.0.1:4010/hook');
  const deliveries = [];
  for (let n = 0; n < count; n += 1) deliveries.push((await webhook.recordEmailSent()).delivery);
  const lease = randomUUID();
  const rows = await stack.sql<{ id: string; delivery: string }>(
    `update outbox set handed_at = now(), lease = $2, leased_until = now() + interval '1 minute', attempts = attempts + 1
     where tenant_id = $1 returning id, payload->>'deliveryId' as delivery`,
    [webhook.tenant.id, lease],
  );
  const jobOf = new Map(rows.map(({ id, delivery }) => [delivery, id]));
  return {
    webhook,
    deliveries,
    batch: new JobBatch('webhook.deliver', webhook.tenant.id, [], lease),
    job: (id: string) => jobOf.get(id)!,
  };
}

const answered = (status: number): SentWebhook => ({
  attemptedAt: new Date(),
  durationMs: 3,
  delivered: status < 300,
  answered: true,
  responseStatus: status,
  error: status < 300 ? null : `The answer was ${status}`,
  responseSnippet: '',
});

async function record(jobs: { batch: JobBatch<unknown>; handled: HandledJob }[]): Promise<string[]> {
  statements = [];
  await Promise.all(jobs.map(({ batch, handled }) => recorder.record(batch, handled)));
  return statements;
}

describe('concurrent outcomes', () => {
  it('take three statements, however many deliveries and tenants they are of', async () => {
    const claims = await Promise.all([claimed(20), claimed(5)]);
    const jobs = claims.flatMap(({ batch, deliveries, job }) =>
      deliveries.map((id) => ({ batch, handled: afterAttempt(job(id), id, 0, answered(200)) })),
    );
    expect(await record(jobs)).toEqual(['delete from', 'set local', 'update webhook_delivery']);
    for (const { webhook, deliveries } of claims) {
      expect(await webhookJobs(stack, webhook.tenant)).toEqual([]);
      const seen = await webhook.get(deliveries[0]!);
      expect(seen).toMatchObject({ Status: 'delivered', Attempts: 1, AttemptLog: [{ Number: 1, DurationMs: 3 }] });
    }
  });

  it('are each of its own kind: delivered, to be retried, failed', async () => {
    const { webhook, batch, deliveries, job } = await claimed(3);
    const [taken, later, never] = deliveries as [string, string, string];
    await record([
      { batch, handled: afterAttempt(job(taken), taken, 0, answered(204)) },
      { batch, handled: afterAttempt(job(later), later, 0, answered(503)) },
      { batch, handled: failedUntried(job(never), never, 'The webhook is disabled') },
    ]);
    expect(await webhook.get(taken)).toMatchObject({ Status: 'delivered', ResponseStatus: 204 });
    expect(await webhook.get(later)).toMatchObject({ Status: 'pending', Attempts: 1, Error: 'The answer was 503' });
    expect(await webhook.get(never)).toMatchObject({ Status: 'failed', Attempts: 0, AttemptLog: [] });
    expect(await webhookJobs(stack, webhook.tenant)).toMatchObject([{ payload: { deliveryId: later } }]);
  });

  it('are not recorded of a delivery that another worker has claimed meanwhile', async () => {
    const { webhook, batch, deliveries, job } = await claimed(2);
    const [claimedElsewhere, ours] = deliveries as [string, string];
    await stack.sql('update outbox set lease = $2 where id = $1', [job(claimedElsewhere), randomUUID()]);
    await record(
      [claimedElsewhere, ours].map((id) => ({ batch, handled: afterAttempt(job(id), id, 0, answered(200)) })),
    );
    expect(await webhook.get(claimedElsewhere)).toMatchObject({ Status: 'pending', Attempts: 0 });
    expect(await webhook.get(ours)).toMatchObject({ Status: 'delivered' });
  });
});

describe('the attempts of a delivery', () => {
  it('are all there after the last was none: the endpoint was removed meanwhile', async () => {
    const { webhook, batch, deliveries, job } = await claimed(1);
    const [id] = deliveries as [string];
    const claimAgain = () => stack.sql('update outbox set lease = $2 where id = $1', [job(id), batch.lease]);
    await record([{ batch, handled: afterAttempt(job(id), id, 0, answered(500)) }]);
    await claimAgain();
    await record([{ batch, handled: afterAttempt(job(id), id, 1, answered(502)) }]);
    await claimAgain();
    await record([{ batch, handled: failedUntried(job(id), id, 'The webhook was removed') }]);
    const seen = await webhook.get(id);
    expect(seen).toMatchObject({
      Status: 'failed',
      Attempts: 2,
      Error: 'The webhook was removed',
      ResponseStatus: 502,
    });
    expect(seen.AttemptLog).toMatchObject([
      { Number: 1, ResponseStatus: 500, Error: 'The answer was 500' },
      { Number: 2, ResponseStatus: 502, Error: 'The answer was 502' },
    ]);
  });
});
