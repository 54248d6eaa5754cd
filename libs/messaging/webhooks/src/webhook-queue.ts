import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '#libs/core/jobs';
import type { CarriedContext } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { WebhookOptions } from './webhook-options.js';
import { type NewDelivery, WebhookStore } from './webhook-store.js';

/** A chunk holds so many deliveries of payloads up to this size (characters or bytes), and fewer of larger ones. */
const USUAL_PAYLOAD = 4_096;

export type QueuedDelivery<Delivery extends NewDelivery = NewDelivery> = Delivery & {
  /** The context that its job carries; that of the running code if absent. */
  context?: CarriedContext | null;
  /** When it is attempted first; now if absent. */
  availableAt?: Date;
};

/** Enqueues deliveries: a row and a job for each. */
@Injectable()
export class WebhookQueue {
  constructor(
    private readonly store: WebhookStore,
    private readonly outbox: Outbox,
    private readonly options: WebhookOptions,
  ) {}

  /**
   * Enqueues deliveries in the caller's transaction, with two statements however many they are. Returns their ids, without those
   * that were enqueued before, where an event goes to an endpoint once.
   */
  async enqueue<Delivery extends NewDelivery>(
    tx: EntityManager,
    tenantId: TenantId,
    deliveries: readonly QueuedDelivery<Delivery>[],
  ): Promise<string[]> {
    if (deliveries.length === 0) return [];
    const ids = await this.store.insert(tx, tenantId, deliveries);
    const jobs = deliveries.flatMap(({ payload, context, availableAt }, index) => {
      const deliveryId = ids[index];
      const weight = Math.max(1, Math.ceil(payload.length / USUAL_PAYLOAD));
      return deliveryId ? [{ tenantId, payload: { deliveryId }, context, weight, availableAt }] : [];
    });
    await this.outbox.enqueue(tx, this.options.job, jobs);
    const enqueued = ids.filter((id) => id !== null);
    this.options.changed(tx, tenantId, enqueued);
    return enqueued;
  }

  /** Attempts pending deliveries now that wait for a later time. */
  async enqueueAgain(tx: EntityManager, tenantId: TenantId, deliveryIds: readonly string[]): Promise<void> {
    const jobs = deliveryIds.map((deliveryId) => ({ tenantId, payload: { deliveryId } }));
    await this.outbox.enqueue(tx, this.options.job, jobs);
  }
}
