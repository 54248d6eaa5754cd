import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/persistence';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { WebhookQueue } from './webhook-queue.js';
import { toPayload, type WebhookEvent } from './webhook-payload.js';

/** Tells a tenant's webhook endpoints what happened. */
@Injectable()
export class WebhookEvents {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly queue: WebhookQueue,
  ) {}

  /**
   * Promises a delivery of each event to each active endpoint that subscribed to its type, in the caller's transaction
   * of the tenant: they are delivered if, and only if, it commits. Three statements however many the events; one when
   * nobody subscribed.
   */
  async record(tx: EntityManager, tenantId: TenantId, events: readonly WebhookEvent[]): Promise<void> {
    if (events.length === 0) return;
    const types = [...new Set(events.map(({ type }) => type))];
    const subscribers = await this.endpoints.subscribers(tx, tenantId, types);
    if (subscribers.length === 0) return;
    const deliveries = events.flatMap((event) => {
      const interested = subscribers.filter((endpoint) => endpoint.events.includes(event.type));
      if (interested.length === 0) return [];
      const payload = toPayload(tenantId, event);
      return interested.map((endpoint) => ({
        endpointId: endpoint.id,
        eventId: event.id,
        eventType: event.type,
        payload,
        context: event.context,
      }));
    });
    await this.queue.enqueue(tx, tenantId, deliveries);
  }
}
