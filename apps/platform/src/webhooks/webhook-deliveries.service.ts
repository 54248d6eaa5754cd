import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Problem, invalidField } from '#libs/core/http';
import { type BoundedCount, Database, isId, type Id, type Page, type PageRequest } from '#libs/core/persistence';
import { WebhookQueue } from '#libs/messaging/webhooks';
import { WebhookFormats } from '../webhook-formats/webhook-formats.js';
import { eventTypeOf, requireToldBy } from './event-selection.js';
import type { WebhookAttempt } from './delivery/webhook-attempt.entity.js';
import type { WebhookDelivery } from './delivery/webhook-delivery.entity.js';
import {
  WebhookDeliveryRepository,
  type DeliveredEvent,
  type DeliveryFilter,
  type EventRange,
  type ListedDelivery,
} from './delivery/webhook-delivery.repository.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { toPayload, type WebhookEvent } from './webhook-payload.js';
import { eventToTell } from './their-events.js';
import { sampleEvent } from './sample-event.js';

const MAX_REPLAYED = 10_000;

/** The deliveries of a tenant's webhook endpoints. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly queue: WebhookQueue,
    private readonly formats: WebhookFormats,
  ) {}

  async listPage(endpoint: WebhookEndpoint, filter: DeliveryFilter, page: PageRequest): Promise<Page<ListedDelivery>> {
    return this.database.tenant(endpoint.tenantId, (tx) => this.deliveries.listPage(tx, endpoint, filter, page));
  }

  async count(endpoint: WebhookEndpoint, filter: DeliveryFilter): Promise<BoundedCount> {
    return this.database.tenant(endpoint.tenantId, (tx) => this.deliveries.count(tx, endpoint, filter));
  }

  /** @throws Problem NotFound */
  async get(endpoint: WebhookEndpoint, id: string): Promise<{ delivery: WebhookDelivery; attempts: WebhookAttempt[] }> {
    return this.database.tenant(endpoint.tenantId, async (tx) => {
      const delivery = await this.delivery(tx, endpoint, id);
      return { delivery, attempts: await this.deliveries.listAttempts(tx, delivery) };
    });
  }

  /**
   * Enqueues the same event with the same payload once more, as a delivery of its own with all its attempts; the first
   * one goes on as it is. @throws Problem NotFound, or Conflict for a disabled endpoint
   */
  async resend(endpoint: WebhookEndpoint, id: string): Promise<Id<'whd'>> {
    return this.database.tenant(endpoint.tenantId, async (tx) =>
      this.enqueueOne(tx, endpoint, await this.delivery(tx, endpoint, id)),
    );
  }

  /**
   * Enqueues a sample event, of the endpoint's first type unless one is given.
   * @throws Problem InvalidParameter, or Conflict for a disabled endpoint
   */
  async test(endpoint: WebhookEndpoint, type: string | undefined): Promise<Id<'whd'>> {
    const chosen = type === undefined ? undefined : eventTypeOf('EventType', type);
    const event = sampleEvent(chosen ?? endpoint.events[0] ?? 'email.sent');
    requireToldBy(endpoint.format, 'EventType', [event.type]);
    const payload = await this.sampleBody(endpoint, event);
    return this.database.tenant(endpoint.tenantId, (tx) =>
      this.enqueueOne(tx, endpoint, { eventId: event.id, eventType: event.type, payload }),
    );
  }

  /**
   * Enqueues every event of a period again, for a receiver that was down or lost events. Returns how many.
   * @throws Problem Conflict for a disabled endpoint and while an earlier replay has deliveries that were not attempted,
   * InvalidParameter for a time with too many events
   */
  async replay(endpoint: WebhookEndpoint, range: EventRange): Promise<number> {
    const { tenantId, id: endpointId } = endpoint;
    if (range.from >= range.to) throw invalidField('InvalidParameter', 'From', 'must be earlier than To');
    requireActive(endpoint);
    return this.database.tenant(tenantId, async (tx) => {
      const locked = await this.endpoints.lockForUpdate(tx, tenantId, endpointId);
      if (!locked) throw new Problem('NotFound');
      if (await this.deliveries.isReplaying(tx, locked)) throw stillReplaying();
      const events = await this.deliveries.listEvents(tx, endpoint, range, MAX_REPLAYED + 1);
      if (events.length > MAX_REPLAYED) {
        throw invalidField('InvalidParameter', 'To', `leaves more than ${MAX_REPLAYED} events; choose a shorter time`);
      }
      const deliveries = events.map((event) => ({ endpointId, ...event }));
      const ids = await this.queue.enqueue(tx, tenantId, deliveries);
      if (ids.length > 0) await this.endpoints.setReplay(tx, locked, ids);
      return ids.length;
    });
  }

  private async sampleBody({ tenantId, format }: WebhookEndpoint, event: WebhookEvent): Promise<string> {
    if (format === 'service') return toPayload(tenantId, event);
    await this.formats.prepare(format);
    return this.formats.writeSample(tenantId, format, eventToTell(event));
  }

  private async enqueueOne(
    tx: EntityManager,
    endpoint: WebhookEndpoint,
    { eventId, eventType, payload }: DeliveredEvent,
  ): Promise<Id<'whd'>> {
    requireActive(endpoint);
    const delivery = { endpointId: endpoint.id, eventId, eventType, payload };
    const [id] = await this.queue.enqueue(tx, endpoint.tenantId, [delivery]);
    if (!id) throw new Error('A delivery was enqueued and has no id');
    return id as Id<'whd'>;
  }

  private async delivery(tx: EntityManager, endpoint: WebhookEndpoint, id: string): Promise<WebhookDelivery> {
    const delivery = isId('whd', id) ? await this.deliveries.find(tx, endpoint, id) : null;
    if (!delivery) throw new Problem('NotFound');
    return delivery;
  }
}

function requireActive(endpoint: WebhookEndpoint): void {
  if (!endpoint.active) throw new Problem('Conflict', { message: 'The webhook is disabled' });
}

const stillReplaying = () =>
  new Problem('Conflict', {
    message: 'A replay of this webhook is under way: try again when its deliveries were attempted',
  });
