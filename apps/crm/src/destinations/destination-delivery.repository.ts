import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { v7 } from 'uuid';
import type { Id, TenantId } from '#libs/core/persistence';
import { DestinationDelivery } from './destination-delivery.entity.js';

/** Without the payload, which has personal data. */
const LISTED = {
  id: true,
  eventId: true,
  eventType: true,
  isTest: true,
  status: true,
  attempts: true,
  responseStatus: true,
  error: true,
  responseSnippet: true,
  createdAt: true,
  lastAttemptAt: true,
  nextAttemptAt: true,
} as const;

export type ListedDelivery = Pick<DestinationDelivery, keyof typeof LISTED>;

/** A delivery that is not made at all. */
export type RefusedDelivery = Pick<DestinationDelivery, 'endpointId' | 'eventId' | 'eventType' | 'contactId' | 'error'>;

@Injectable()
export class DestinationDeliveryRepository {
  /** Newest first. */
  async list(tx: EntityManager, tenantId: TenantId, endpointId: string, limit: number): Promise<ListedDelivery[]> {
    return tx.find(DestinationDelivery, {
      select: LISTED,
      where: { tenantId, endpointId },
      order: { id: 'desc' },
      take: limit,
    });
  }

  /** Records deliveries that failed before an attempt, without a body. */
  async insertRefused(tx: EntityManager, tenantId: TenantId, refused: readonly RefusedDelivery[]): Promise<void> {
    if (refused.length === 0) return;
    const rows = refused.map((one) => ({
      ...one,
      tenantId,
      id: v7(),
      payload: Buffer.alloc(0),
      isTest: false,
      status: 'failed' as const,
      attempts: 0,
    }));
    await tx.createQueryBuilder().insert().into(DestinationDelivery).values(rows).orIgnore().execute();
  }

  /** Deletes the deliveries to a destination. A job finds nothing to do then. */
  async deleteTo(tx: EntityManager, tenantId: TenantId, endpointId: string): Promise<void> {
    await tx.delete(DestinationDelivery, { tenantId, endpointId });
  }

  /** Deletes the deliveries that name a person. */
  async deleteNaming(tx: EntityManager, tenantId: TenantId, contactId: Id<'cnt'>): Promise<void> {
    await tx.delete(DestinationDelivery, { tenantId, contactId });
  }
}
