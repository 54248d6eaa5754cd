import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventType } from '../events/event-types.js';
import { Outbox } from '#libs/jobs';
import type { CarriedContext } from '#libs/observability';
import { newId, type Id, type TenantId } from '#libs/persistence';

/** A chunk holds so many deliveries of payloads up to this size (characters), and fewer of larger ones. */
const USUAL_PAYLOAD = 4_096;

export interface NewDelivery {
  endpointId: Id<'whk'>;
  eventId: Id<'evt'>;
  eventType: EventType;
  payload: string;
  /** The context that it carries; that of the running code when absent. */
  context?: CarriedContext | null;
}

/** Where deliveries begin: a row for each, and a job to make it. */
@Injectable()
export class WebhookQueue {
  constructor(private readonly outbox: Outbox) {}

  /** Enqueues deliveries in the caller's transaction, with two statements however many they are; returns their ids. */
  async enqueue(tx: EntityManager, tenantId: TenantId, deliveries: readonly NewDelivery[]): Promise<Id<'whd'>[]> {
    const ids = deliveries.map(() => newId('whd'));
    if (ids.length === 0) return ids;
    await tx.query(
      `insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, payload)
       select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`,
      [
        tenantId,
        ids,
        deliveries.map(({ endpointId }) => endpointId),
        deliveries.map(({ eventId }) => eventId),
        deliveries.map(({ eventType }) => eventType),
        deliveries.map(({ payload }) => payload),
      ],
    );
    await this.outbox.enqueue(
      tx,
      'webhook.deliver',
      ids.map((deliveryId, index) => ({
        tenantId,
        payload: { deliveryId },
        context: deliveries[index]?.context,
        weight: Math.max(1, Math.ceil((deliveries[index]?.payload.length ?? 0) / USUAL_PAYLOAD)),
      })),
    );
    return ids;
  }
}
