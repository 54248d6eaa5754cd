import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/core/persistence';
import { WebhookQueue } from '#libs/messaging/webhooks';
import { DestinationDeliveryRepository, type RefusedDelivery } from './destination-delivery.repository.js';
import { releaseWaiting, retractEvent } from './destination-delivery.sql.js';
import { DestinationRepository } from './destination.repository.js';
import type { NewDestinationDelivery } from './delivery/destination-options.js';
import { DestinationSeals } from './delivery/destination-seals.js';
import { toPayload } from './event-payload.js';

/** An event for a destination. */
export interface DestinationEvent {
  /** Such as `crm.lead.captured`. */
  type: string;
  /** A destination gets an event once, however often it is enqueued while the delivery is shown. */
  eventId: string;
  data: object;
  isTest?: boolean;
  /** The person whom the data name, with whom the delivery is erased; null if they name none. */
  contactId: Id<'cnt'> | null;
}

/** A payload that is sealed once for several destinations. */
export type SealedDelivery = Omit<NewDestinationDelivery, 'endpointId' | 'payload'> & { payload: string };

/** Enqueues deliveries to destinations. */
@Injectable()
export class DestinationDeliveries {
  constructor(
    private readonly destinations: DestinationRepository,
    private readonly deliveries: DestinationDeliveryRepository,
    private readonly seals: DestinationSeals,
    private readonly queue: WebhookQueue,
  ) {}

  /** Enqueues in the caller's transaction. False if the destination is unknown or inactive. */
  async enqueue(
    tx: EntityManager,
    tenantId: TenantId,
    destinationId: string,
    event: DestinationEvent,
  ): Promise<boolean> {
    if (!(await this.destinations.lockActive(tx, tenantId, 'webhook', destinationId))) return false;
    await this.enqueueTo(tx, tenantId, [destinationId], event);
    return true;
  }

  /** Enqueues an event to destinations that the caller has found active. */
  async enqueueTo(
    tx: EntityManager,
    tenantId: TenantId,
    destinationIds: readonly string[],
    { type: eventType, eventId, data, isTest = false, contactId }: DestinationEvent,
  ): Promise<void> {
    const payload = toPayload(tenantId, { eventId, eventType, data, isTest });
    await this.enqueueSealed(tx, tenantId, destinationIds, { eventId, eventType, isTest, contactId, payload });
  }

  /** The same with a payload that the caller has made. */
  async enqueueSealed(
    tx: EntityManager,
    tenantId: TenantId,
    destinationIds: readonly string[],
    { payload: plain, ...delivery }: SealedDelivery,
  ): Promise<void> {
    const payload = await this.seals.sealPayload(tx, tenantId, plain);
    const deliveries = destinationIds.map((endpointId) => ({ ...delivery, endpointId, payload }));
    await this.queue.enqueue(tx, tenantId, deliveries);
  }

  /** Records deliveries that are not made, with the reason. */
  async refuse(tx: EntityManager, tenantId: TenantId, refused: readonly RefusedDelivery[]): Promise<void> {
    await this.deliveries.insertRefused(tx, tenantId, refused);
  }

  /** Takes an event back: what has not arrived is not sent, and what was sent is not kept. Enqueued again, it goes where it has not been. */
  async retract(tx: EntityManager, tenantId: TenantId, eventId: string): Promise<void> {
    await retractEvent(tx, tenantId, eventId);
  }

  /** Attempts the deliveries of an event now that were enqueued for later. */
  async release(tx: EntityManager, tenantId: TenantId, destinationIds: string[], eventId: string): Promise<void> {
    const ids = await releaseWaiting(tx, tenantId, destinationIds, eventId);
    await this.queue.enqueueAgain(tx, tenantId, ids);
  }
}
