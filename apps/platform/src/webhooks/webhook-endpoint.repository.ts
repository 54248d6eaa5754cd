import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  exec,
  findPage,
  lockKey,
  many,
  newId,
  returned,
  type Page,
  type PageRequest,
  type TenantId,
} from '#libs/core/persistence';
import type { EventType } from '../events/event-types.js';
import { WebhookEndpoint } from './webhook-endpoint.entity.js';
import { LIST_SUBSCRIBERS, SET_REPLAY } from './webhook-endpoint.sql.js';

export type NewEndpoint = Pick<WebhookEndpoint, 'environment' | 'url' | 'events' | 'format' | 'active' | 'secret'>;

/** Fields to change; an undefined field stays. */
export type EndpointChange = Partial<
  Pick<
    WebhookEndpoint,
    'url' | 'events' | 'format' | 'active' | 'secret' | 'previousSecret' | 'previousSecretUntil' | 'provenAt'
  > &
    Pick<WebhookEndpoint, 'failingSince' | 'disabledAt'>
>;

export type Subscriber = Pick<WebhookEndpoint, 'id' | 'environment' | 'events' | 'format'>;

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

  async delete(tx: EntityManager, { tenantId, id }: WebhookEndpoint): Promise<void> {
    await tx.delete(WebhookEndpoint, { tenantId, id });
  }

  /** The active endpoints that want events of at least one of these types. */
  async listSubscribers(tx: EntityManager, tenantId: TenantId, types: readonly EventType[]): Promise<Subscriber[]> {
    return many(tx, LIST_SUBSCRIBERS, [tenantId, types]);
  }
}
