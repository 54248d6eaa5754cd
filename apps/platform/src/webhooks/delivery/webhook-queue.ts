import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/core/jobs';
import type { CarriedContext } from '#libs/core/observability';
import type { Id, TenantId } from '#libs/core/persistence';
import { WebhookDeliveryRepository, type NewDelivery } from './webhook-delivery.repository.js';

/** A chunk holds so many deliveries of payloads up to this size (characters), and fewer of larger ones. */
const USUAL_PAYLOAD = 4_096;

export interface DeliverWebhook {
  deliveryId: Id<'whd'>;
}

export type QueuedDelivery = NewDelivery & {
  /** The context that its job carries; that of the running code if absent. */
  context?: CarriedContext | null;
};

/** Enqueues deliveries: a row and a job for each. */
@Injectable()
export class WebhookQueue {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Enqueues deliveries in the caller's transaction, with two statements however many they are; returns their ids. */
  async enqueue(tx: EntityManager, tenantId: TenantId, deliveries: readonly QueuedDelivery[]): Promise<Id<'whd'>[]> {
    if (deliveries.length === 0) return [];
    const ids = await this.deliveries.insert(tx, tenantId, deliveries);
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
