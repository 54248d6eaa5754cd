import { Injectable } from '@nestjs/common';
import {
  And,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThanOrEqual,
  Not,
  type EntityManager,
  type FindOperator,
  type FindOptionsWhere,
} from 'typeorm';
import {
  type BoundedCount,
  countBounded,
  firstIdAt,
  idsOfPage,
  many,
  toPage,
  type Id,
  type MadeIn,
  type Page,
  type PageRequest,
} from '#libs/core/persistence';
import type { DeliveryStatus } from '#libs/messaging/webhooks';
import type { EventType } from '../../events/event-types.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { LIST_EVENTS } from './webhook-delivery.sql.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';

/** An event as it was, or is to be, delivered. */
export type DeliveredEvent = Pick<WebhookDelivery, 'eventId' | 'eventType' | 'payload'>;

export interface EventRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  status?: DeliveryStatus;
}

/** Deliveries of a list; all of them where nothing is given. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  eventType?: EventType;
  madeIn?: MadeIn;
}

/** Both ends of the ids are given, so that few partitions open. */
function matching(
  { tenantId, id: endpointId }: WebhookEndpoint,
  { status, eventType, madeIn }: DeliveryFilter,
  page: Pick<PageRequest, 'cursor' | 'order'>,
): FindOptionsWhere<WebhookDelivery> {
  const { first, before } = idsOfPage('whd', page, madeIn);
  return {
    tenantId,
    endpointId,
    id: And(LessThan(before), MoreThanOrEqual(first)) as FindOperator<Id<'whd'>>,
    ...(eventType && { eventType }),
    ...(status && { status }),
    // The index of deliveries with an error serves the search for those that failed.
    ...(status === 'failed' && { error: Not(IsNull()) }),
  };
}

/** Without the payload, which may be long. */
const LISTED = {
  tenantId: true,
  id: true,
  eventId: true,
  eventType: true,
  status: true,
  attempts: true,
  responseStatus: true,
  error: true,
  createdAt: true,
  lastAttemptAt: true,
  nextAttemptAt: true,
} as const;

export type ListedDelivery = Pick<WebhookDelivery, keyof typeof LISTED>;

@Injectable()
export class WebhookDeliveryRepository {
  /** The deliveries of an endpoint, newest first. An index each finds a type of event and what failed. */
  async listPage(
    tx: EntityManager,
    endpoint: WebhookEndpoint,
    filter: DeliveryFilter,
    page: PageRequest,
  ): Promise<Page<ListedDelivery>> {
    const rows = await tx.find(WebhookDelivery, {
      select: LISTED,
      where: matching(endpoint, filter, page),
      order: { id: page.order?.direction ?? 'desc' },
      take: page.limit + 1,
    });
    return toPage(rows, page.limit);
  }

  async count(tx: EntityManager, endpoint: WebhookEndpoint, filter: DeliveryFilter): Promise<BoundedCount> {
    return countBounded(tx.createQueryBuilder(WebhookDelivery, 'delivery').where(matching(endpoint, filter, {})));
  }

  async find(
    tx: EntityManager,
    { tenantId, id: endpointId }: WebhookEndpoint,
    id: Id<'whd'>,
  ): Promise<WebhookDelivery | null> {
    return tx.findOneBy(WebhookDelivery, { tenantId, endpointId, id });
  }

  /** The attempts of a delivery up to the one that it was read with, oldest first. */
  async listAttempts(tx: EntityManager, delivery: WebhookDelivery): Promise<WebhookAttempt[]> {
    const { tenantId, id: deliveryId, attempts } = delivery;
    const last = lastAttemptOf(delivery);
    const earlier = await tx.find(WebhookAttempt, {
      where: { tenantId, deliveryId, number: LessThanOrEqual(attempts - last.length) },
      order: { number: 'ASC' },
    });
    return [...earlier, ...last];
  }

  /** Whether one of the deliveries of the endpoint's latest replay has not been attempted. */
  async isReplaying(tx: EntityManager, endpoint: WebhookEndpoint): Promise<boolean> {
    const { tenantId, id: endpointId, replayFirst, replayLast } = endpoint;
    if (replayFirst === null || replayLast === null) return false;
    return tx.existsBy(WebhookDelivery, {
      tenantId,
      endpointId,
      id: And(MoreThanOrEqual(replayFirst), LessThanOrEqual(replayLast)),
      status: 'pending',
      attempts: 0,
    });
  }

  /** The events of an endpoint's deliveries in a time, each once, oldest first. */
  async listEvents(
    tx: EntityManager,
    { tenantId, id }: WebhookEndpoint,
    { from, to, status }: EventRange,
    limit: number,
  ): Promise<DeliveredEvent[]> {
    const parameters = [tenantId, id, firstIdAt('whd', from), firstIdAt('whd', to), status ?? null, limit];
    return many(tx, LIST_EVENTS, parameters);
  }
}

/** The attempt that is in the row of the delivery; none if it was moved to a row of its own. */
function lastAttemptOf(delivery: WebhookDelivery): WebhookAttempt[] {
  const { tenantId, id: deliveryId, attempts: number, lastAttemptAt: attemptedAt, durationMs } = delivery;
  if (durationMs === null || attemptedAt === null) return [];
  const { responseStatus, error, responseSnippet } = delivery;
  return [{ tenantId, deliveryId, number, attemptedAt, durationMs, responseStatus, error, responseSnippet }];
}
