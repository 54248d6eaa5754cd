import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { WebhookQueue } from '#libs/messaging/webhooks';
import { WebhookEndpointRepository, type Subscriber } from './webhook-endpoint.repository.js';
import { toPayload, type WebhookEvent } from './webhook-payload.js';

/** Enqueues deliveries of events to a tenant's webhook endpoints. */
@Injectable()
export class WebhookEvents {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly queue: WebhookQueue,
  ) {}

  /**
   * Enqueues a delivery of each event to each active endpoint that wants it, in the caller's transaction
   * of the tenant. Three statements however many the events; one if there is no such endpoint.
   */
  async record(tx: EntityManager, tenantId: TenantId, events: readonly WebhookEvent[]): Promise<void> {
    if (events.length === 0) return;
    const types = [...new Set(events.map(({ type }) => type))];
    const subscribers = await this.endpoints.listSubscribers(tx, tenantId, types);
    if (subscribers.length === 0) return;
    const deliveries = events.flatMap((event) => {
      const interested = subscribers.filter((endpoint) => wants(endpoint, event));
      if (interested.length === 0) return [];
      const payload = toPayload(tenantId, event);
      return interested.map(({ id }) => ({
        endpointId: id,
        eventId: event.id,
        eventType: event.type,
        payload,
        context: event.context,
      }));
    });
    await this.queue.enqueue(tx, tenantId, deliveries);
  }
}

function wants({ id, environment, events }: Subscriber, event: WebhookEvent): boolean {
  if (event.endpointId && event.endpointId !== id) return false;
  return events.includes(event.type) && (environment === 'live' || event.environment === 'test');
}
