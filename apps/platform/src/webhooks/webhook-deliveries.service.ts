import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventType } from '../events/event-types.js';
import { Problem, refusedField } from '#libs/http';
import { Database, type Id, type Page, type TenantId } from '#libs/persistence';
import { eventTypeOf } from './event-selection.js';
import type { DeliveryStatus, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint } from './webhook.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { toPayload } from './webhook-payload.js';
import { WebhookQueue } from './webhook-queue.js';
import { sampleEvent } from './webhook-sample.js';

const REPLAYED_AT_ONCE = 10_000;

export interface DeliveryListRequest {
  status?: DeliveryStatus;
  cursor?: number;
  limit: number;
}

/** The deliveries of a tenant's webhook endpoints. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly database: Database,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly queue: WebhookQueue,
  ) {}

  /** @throws Problem NotFound */
  async list(
    tenantId: TenantId,
    endpointId: string,
    { status, cursor, limit }: DeliveryListRequest,
  ): Promise<Page<WebhookDelivery>> {
    return this.database.tenant(tenantId, async (tx) => {
      await this.endpoint(tx, tenantId, endpointId);
      return this.deliveries.page(tx, tenantId, endpointId, status, cursor, limit);
    });
  }

  /** @throws Problem NotFound */
  async read(tenantId: TenantId, endpointId: string, id: string): Promise<WebhookDeliveryDetail> {
    return this.database.tenant(tenantId, async (tx) => {
      await this.endpoint(tx, tenantId, endpointId);
      return this.delivery(tx, tenantId, endpointId, id);
    });
  }

  /**
   * Promises to deliver the same event with the same payload once more, as a delivery of its own with all its attempts;
   * the first one goes on as it is. @throws Problem NotFound, or Conflict for a disabled endpoint
   */
  async resend(tenantId: TenantId, endpointId: string, id: string): Promise<Id<'whd'>> {
    return this.database.tenant(tenantId, async (tx) => {
      const endpoint = await this.endpoint(tx, tenantId, endpointId);
      const { delivery, payload } = await this.delivery(tx, tenantId, endpointId, id);
      return this.promise(tx, tenantId, endpoint, delivery.eventId, delivery.eventType, payload);
    });
  }

  /**
   * Promises a delivery of a sample event, of the endpoint's first type unless one is given, through the same queue as
   * real ones. @throws Problem InvalidParameter, NotFound, or Conflict for a disabled endpoint
   */
  async test(tenantId: TenantId, endpointId: string, type: string | undefined): Promise<Id<'whd'>> {
    const chosen = type === undefined ? undefined : eventTypeOf('EventType', type);
    return this.database.tenant(tenantId, async (tx) => {
      const endpoint = await this.endpoint(tx, tenantId, endpointId);
      const event = sampleEvent(chosen ?? endpoint.events[0] ?? 'email.sent');
      return this.promise(tx, tenantId, endpoint, event.id, event.type, toPayload(tenantId, event));
    });
  }

  /**
   * Promises to deliver once more every event that was to be delivered in a time: what a receiver asks for that was
   * away, or lost what it got. Returns how many.
   * @throws Problem NotFound, Conflict for a disabled endpoint, InvalidParameter for a time with too many events
   */
  async replay(
    tenantId: TenantId,
    endpointId: string,
    range: { from: Date; to: Date; status?: DeliveryStatus },
  ): Promise<number> {
    if (range.from >= range.to) throw refusedField('InvalidParameter', 'From', 'must be earlier than To');
    return this.database.tenant(tenantId, async (tx) => {
      const endpoint = await this.endpoint(tx, tenantId, endpointId);
      if (!endpoint.active) throw disabled();
      const events = await this.deliveries.eventsBetween(tx, tenantId, endpointId, range, REPLAYED_AT_ONCE + 1);
      if (events.length > REPLAYED_AT_ONCE) {
        throw refusedField(
          'InvalidParameter',
          'To',
          `leaves more than ${REPLAYED_AT_ONCE} events; choose a shorter time`,
        );
      }
      const ids = await this.queue.enqueue(
        tx,
        tenantId,
        events.map((event) => ({ endpointId: endpoint.id, ...event })),
      );
      return ids.length;
    });
  }

  private async promise(
    tx: EntityManager,
    tenantId: TenantId,
    endpoint: WebhookEndpoint,
    eventId: Id<'evt'>,
    eventType: EventType,
    payload: string,
  ): Promise<Id<'whd'>> {
    if (!endpoint.active) throw disabled();
    const [id] = await this.queue.enqueue(tx, tenantId, [{ endpointId: endpoint.id, eventId, eventType, payload }]);
    if (!id) throw new Error('A delivery was promised and has no id');
    return id;
  }

  private async endpoint(tx: EntityManager, tenantId: TenantId, id: string): Promise<WebhookEndpoint> {
    const endpoint = await this.endpoints.find(tx, tenantId, id);
    if (!endpoint) throw new Problem('NotFound');
    return endpoint;
  }

  private async delivery(
    tx: EntityManager,
    tenantId: TenantId,
    endpointId: string,
    id: string,
  ): Promise<WebhookDeliveryDetail> {
    const detail = await this.deliveries.find(tx, tenantId, endpointId, id);
    if (!detail) throw new Problem('NotFound');
    return detail;
  }
}

function disabled(): Problem {
  return new Problem('Conflict', { message: 'The webhook is disabled' });
}
