import { Injectable } from '@nestjs/common';
import { And, IsNull, LessThan, LessThanOrEqual, MoreThan, MoreThanOrEqual, Not, type EntityManager } from 'typeorm';
import {
  exec,
  firstIdAt,
  many,
  newId,
  pageStart,
  toPage,
  type Id,
  type Page,
  type PageRequest,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDelivery, type DeliveryStatus } from './webhook-delivery.entity.js';
import {
  INSERT_DELIVERIES,
  LIST_EVENTS,
  LIST_PENDING,
  updateOutcomes,
  type TenantOutcome,
} from './webhook-delivery.sql.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import { LIST_TARGETS } from '../webhook-endpoint.sql.js';
import type { SealedSecrets } from '../webhook-secrets.js';

export type NewDelivery = Pick<WebhookDelivery, 'endpointId' | 'eventId' | 'eventType' | 'payload'>;

/** An event as it was, or is to be, delivered. */
export type DeliveredEvent = Omit<NewDelivery, 'endpointId'>;

/** The endpoint of a delivery as it is now. */
export type DeliveryTarget = SealedSecrets &
  Pick<WebhookEndpoint, 'url' | 'active'> & {
    /** Whether it has answered with 2xx before. */
    proven: boolean;
    /** Null if it answered with 2xx the last time. */
    failingSince: Date | null;
  };

/** A delivery that is to be attempted. */
export type PendingDelivery = NewDelivery &
  Pick<WebhookDelivery, 'id' | 'attempts'> & {
    /** Null if the endpoint was deleted. */
    target: DeliveryTarget | null;
  };

export interface EventRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  status?: DeliveryStatus;
}

/** From a delivery to its last attempt, unless it waited for something else; it bounds what is searched. */
const RETRIED_MS = 30 * 86_400_000;

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
  /** The deliveries of an endpoint, newest first. Both ends of the ids are given, so that few partitions open. */
  async listPage(
    tx: EntityManager,
    { tenantId, id: endpointId }: WebhookEndpoint,
    status: DeliveryStatus | undefined,
    { cursor, limit }: PageRequest,
  ): Promise<Page<ListedDelivery>> {
    const rows = await tx.find(WebhookDelivery, {
      select: LISTED,
      where: {
        tenantId,
        endpointId,
        id: And(LessThan(pageStart('whd', cursor)), MoreThanOrEqual<Id<'whd'>>('whd_')),
        ...(status && { status }),
        // The index of deliveries with an error serves the search for those that failed.
        ...(status === 'failed' && { error: Not(IsNull()) }),
      },
      order: { id: 'DESC' },
      take: limit + 1,
    });
    return toPage(rows, limit);
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

  async isPending(tx: EntityManager, tenantId: TenantId, id: Id<'whd'>): Promise<boolean> {
    return tx.existsBy(WebhookDelivery, { tenantId, id, status: 'pending' });
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

  /** Whether a delivery of the endpoint succeeded after a time. */
  async hasSucceededSince(
    tx: EntityManager,
    { tenantId, id: endpointId }: WebhookEndpoint,
    since: Date,
  ): Promise<boolean> {
    const oldest = firstIdAt('whd', new Date(since.getTime() - RETRIED_MS));
    return tx.existsBy(WebhookDelivery, {
      tenantId,
      endpointId,
      id: MoreThanOrEqual(oldest),
      status: 'delivered',
      lastAttemptAt: MoreThan(since),
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

  /** Inserts pending deliveries with one statement; returns their ids. */
  async insert(tx: EntityManager, tenantId: TenantId, deliveries: readonly NewDelivery[]): Promise<Id<'whd'>[]> {
    const ids = deliveries.map(() => newId('whd'));
    await exec(tx, INSERT_DELIVERIES, [
      tenantId,
      ids,
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ eventType }) => eventType),
      deliveries.map(({ payload }) => payload),
    ]);
    return ids;
  }

  /** Lists those of the deliveries that are pending; those to one endpoint share its target. */
  async listPending(tx: SqlExecutor, tenantId: TenantId, ids: readonly string[]): Promise<PendingDelivery[]> {
    const rows = await many<Omit<PendingDelivery, 'target'>>(tx, LIST_PENDING, [tenantId, ids]);
    const endpointIds = [...new Set(rows.map(({ endpointId }) => endpointId))];
    const targets = await many<DeliveryTarget & { id: string }>(tx, LIST_TARGETS, [tenantId, endpointIds]);
    const targetById = new Map(targets.map((target) => [target.id, target]));
    return rows.map((row) => ({ ...row, target: targetById.get(row.endpointId) ?? null }));
  }

  /** Records outcomes of deliveries, of any tenants: the state of each, and its attempt if there was one. */
  async updateOutcomes(tx: SqlExecutor, outcomes: readonly TenantOutcome[]): Promise<void> {
    if (outcomes.length > 0) await updateOutcomes(tx, outcomes);
  }
}

/** The attempt that is in the row of the delivery; none if it was moved to a row of its own. */
function lastAttemptOf(delivery: WebhookDelivery): WebhookAttempt[] {
  const { tenantId, id: deliveryId, attempts: number, lastAttemptAt: attemptedAt, durationMs } = delivery;
  if (durationMs === null || attemptedAt === null) return [];
  const { responseStatus, error, responseSnippet } = delivery;
  return [{ tenantId, deliveryId, number, attemptedAt, durationMs, responseStatus, error, responseSnippet }];
}
