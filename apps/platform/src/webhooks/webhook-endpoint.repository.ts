import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  exec,
  findPage,
  lockKey,
  many,
  maybe,
  newId,
  returned,
  type Page,
  type PageRequest,
  type SqlExecutor,
  type TenantId,
} from '#libs/core/persistence';
import type { EventType } from '../events/event-types.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import type { EndpointState, ProvenUrl } from './delivery/webhook-outcome.js';
import { CLAIM_TRIALS, LIST_SUBSCRIBERS, MARK_PROVEN, MARK_WORKING, SET_REPLAY } from './webhook-endpoint.sql.js';

export type NewEndpoint = Pick<WebhookEndpoint, 'environment' | 'url' | 'events' | 'active' | 'secret'>;

/** Fields to change; an undefined field stays. */
export type EndpointChange = Partial<
  Pick<
    WebhookEndpoint,
    'url' | 'events' | 'active' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'provenAt'
  > &
    Pick<WebhookEndpoint, 'failingSince' | 'disabledAt'>
>;

export type Subscriber = Pick<WebhookEndpoint, 'id' | 'environment' | 'events'>;

@Injectable()
export class WebhookEndpointRepository {
  /** Inserts an endpoint; undefined if the tenant has `limit` of them, also when two are inserted at once. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    endpoint: NewEndpoint,
    limit: number,
  ): Promise<WebhookEndpoint | undefined> {
    await lockKey(tx, 'webhook endpoints', tenantId);
    if ((await tx.countBy(WebhookEndpoint, { tenantId })) >= limit) return undefined;
    const values = { tenantId, id: newId('whk'), ...endpoint };
    const insert = tx.createQueryBuilder().insert().into(WebhookEndpoint).values(values);
    const [inserted] = returned(tx, WebhookEndpoint, await insert.returning('*').execute());
    return inserted;
  }

  /** Newest first; of one environment, if it is given. */
  async listPage(
    tx: EntityManager,
    tenantId: TenantId,
    environment: 'test' | undefined,
    page: PageRequest,
  ): Promise<Page<WebhookEndpoint>> {
    return findPage(tx, WebhookEndpoint, 'whk', { tenantId, ...(environment && { environment }) }, page);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: WebhookEndpoint['id']): Promise<WebhookEndpoint | null> {
    return tx.findOneBy(WebhookEndpoint, { tenantId, id });
  }

  async lockForUpdate(
    tx: EntityManager,
    tenantId: TenantId,
    id: WebhookEndpoint['id'],
  ): Promise<WebhookEndpoint | null> {
    return tx.findOne(WebhookEndpoint, { where: { tenantId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Updates a locked endpoint. */
  async update(tx: EntityManager, { tenantId, id }: WebhookEndpoint, change: EndpointChange): Promise<WebhookEndpoint> {
    const endpoints = tx.getRepository(WebhookEndpoint);
    const result = await endpoints.update({ tenantId, id }, change, { returning: '*' });
    const [updated] = returned(tx, WebhookEndpoint, result);
    if (!updated) throw new Error('A locked webhook endpoint was not updated');
    return updated;
  }

  /** Remembers the deliveries of the latest replay; no change of the endpoint that its owner sees. */
  async setReplay(tx: EntityManager, { tenantId, id }: WebhookEndpoint, deliveries: readonly string[]): Promise<void> {
    await exec(tx, SET_REPLAY, [tenantId, id, deliveries[0], deliveries.at(-1)]);
  }

  /** Claims deliveries to an unproven endpoint; returns how many of those wanted may be made now. */
  async claimTrials(tx: EntityManager, tenantId: TenantId, id: string, wanted: number): Promise<number> {
    const claimed = await maybe<{ granted: number }>(tx, CLAIM_TRIALS, [tenantId, id, wanted]);
    return claimed?.granted ?? wanted;
  }

  /** Marks endpoints that have answered with 2xx, unless their URL was changed meanwhile. */
  async markProven(tx: SqlExecutor, endpoints: readonly (ProvenUrl & { tenantId: TenantId })[]): Promise<void> {
    if (endpoints.length === 0) return;
    await exec(tx, MARK_PROVEN, [
      endpoints.map(({ tenantId }) => tenantId),
      endpoints.map(({ endpointId }) => endpointId),
      endpoints.map(({ url }) => url),
    ]);
  }

  /** Marks endpoints that begin to fail or work again. In one order, so that two transactions do not wait for each other. */
  async markWorking(tx: SqlExecutor, states: readonly (EndpointState & { tenantId: TenantId })[]): Promise<void> {
    // The last state of an endpoint counts.
    const last = [...new Map(states.map((one) => [one.endpointId, one])).values()];
    if (last.length === 0) return;
    const sorted = last.toSorted((a, b) => (a.endpointId < b.endpointId ? -1 : 1));
    await exec(tx, MARK_WORKING, [
      sorted.map(({ tenantId }) => tenantId),
      sorted.map(({ endpointId }) => endpointId),
      sorted.map(({ url }) => url),
      sorted.map(({ works }) => works),
    ]);
  }

  async delete(tx: EntityManager, { tenantId, id }: WebhookEndpoint): Promise<void> {
    await tx.delete(WebhookEndpoint, { tenantId, id });
  }

  /** The active endpoints that want events of at least one of these types. */
  async listSubscribers(tx: EntityManager, tenantId: TenantId, types: readonly EventType[]): Promise<Subscriber[]> {
    return many(tx, LIST_SUBSCRIBERS, [tenantId, types]);
  }
}
