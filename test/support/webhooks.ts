import { RelayWakeup } from '#libs/core/jobs';
import { Database, newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import type { WebhookEvent } from '../../apps/platform/src/webhooks/webhook-payload.js';
import { WebhookEvents } from '../../apps/platform/src/webhooks/webhook-events.service.js';
import type { HttpClient } from './http-client.js';
import type { PlatformStack, TestTenant } from './platform-stack.js';

/** A webhook endpoint of a tenant. */
export class TestWebhook {
  private constructor(
    private readonly stack: PlatformStack,
    readonly tenant: TestTenant,
    readonly session: HttpClient,
    readonly id: string,
    readonly secret: string,
  ) {}

  /** Creates an endpoint for `email.sent` and `email.failed`; default: of a new tenant. */
  static async create(stack: PlatformStack, url: string, owner?: TestTenant): Promise<TestWebhook> {
    const tenant = owner ?? (await stack.createTenant());
    const session = await tenant.session('admin');
    const answer = await session.post('/api/webhooks', { Url: url, Events: ['email.sent', 'email.failed'] });
    if (answer.status !== 201) throw new Error(`The endpoint was refused: ${answer.text}`);
    return new TestWebhook(stack, tenant, session, answer.body.Webhook.Id, answer.body.Secret);
  }

  get path(): string {
    return `/api/webhooks/${this.id}`;
  }

  /** Records an `email.sent`; returns the event and the id of its delivery to this endpoint. */
  async recordEmailSent(data: Record<string, unknown> = {}): Promise<{ event: WebhookEvent; delivery: string }> {
    const event = emailSentEvent(data);
    await recordEvents(this.stack, this.tenant, [event]);
    const [row] = await this.stack.sql<{ id: string }>(
      'select id from webhook_delivery where endpoint_id = $1 and event_id = $2',
      [this.id, event.id],
    );
    if (!row) throw new Error('No delivery was enqueued to the endpoint');
    return { event, delivery: row.id };
  }

  /** The delivery as the API shows it. */
  async get(delivery: string) {
    return (await this.session.get(`${this.path}/deliveries/${delivery}`)).body.Delivery;
  }

  /** Waits until this many attempts are recorded; returns the delivery as the API shows it. */
  async waitForAttempts(delivery: string, attempts = 1, timeoutMs = 5_000) {
    return waitUntil(
      async () => {
        const seen = await this.get(delivery);
        return seen.Attempts >= attempts ? seen : undefined;
      },
      { timeoutMs, what: `attempt ${attempts} of ${delivery}` },
    );
  }

  /** Waits until the delivery is delivered or failed; returns it as the API shows it. */
  async waitForEnd(delivery: string, timeoutMs = 5_000) {
    return waitUntil(
      async () => {
        const seen = await this.get(delivery);
        return seen.Status === 'pending' ? undefined : seen;
      },
      { timeoutMs, what: `the end of ${delivery}` },
    );
  }
}

export function emailSentEvent(data: Record<string, unknown> = {}): WebhookEvent {
  return {
    id: newId('evt'),
    type: 'email.sent',
    occurredAt: new Date(),
    data: { MessageId: newId('msg'), To: 'a@example.test', ...data },
  };
}

/** Records events in a transaction of the tenant. */
export async function recordEvents(stack: PlatformStack, tenant: TestTenant, events: WebhookEvent[]): Promise<void> {
  const service = stack.app.get(WebhookEvents, { strict: false });
  await stack.app.get(Database, { strict: false }).tenant(tenant.id, (tx) => service.record(tx, tenant.id, events));
}

/** The webhook jobs of a tenant in the outbox. */
export async function webhookJobs(stack: PlatformStack, tenant: TestTenant) {
  return stack.sql<{ available_at: Date; payload: { deliveryId: string }; last_error: string | null }>(
    `select available_at, payload, last_error from outbox where tenant_id = $1 and kind = 'webhook.deliver' order by id`,
    [tenant.id],
  );
}

/** Makes a tenant's scheduled jobs due now. */
export async function makeDue(stack: PlatformStack, tenant: TestTenant): Promise<void> {
  await stack.sql('update outbox set available_at = now() where tenant_id = $1 and available_at > now()', [tenant.id]);
  stack.app.get(RelayWakeup, { strict: false }).wake();
}
