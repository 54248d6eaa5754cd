import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { firstIdAt, lockKey, startBefore, toPage, type Id, type Page, type TenantId } from '#libs/persistence';
import type { EventType } from '../events/event-types.js';
import type { WebhookEndpoint } from './webhook.js';

const COLUMNS = `id, url, events, active, created_at as "createdAt", updated_at as "updatedAt"`;

/** Ids made in a burst run a little ahead of the clock. */
const AHEAD_MS = 3_600_000;

export interface NewEndpoint {
  id: Id<'whk'>;
  url: string;
  events: readonly EventType[];
  active: boolean;
  /** As sealed. */
  secret: string;
}

/** What to change; what is undefined stays. */
export interface EndpointChange {
  url?: string;
  events?: readonly EventType[];
  active?: boolean;
}

/** The rows of endpoints, inside a tenant's transaction. */
@Injectable()
export class WebhookEndpointRepository {
  /** Adds an endpoint; undefined when the tenant has `limit` of them, two that come at once included. */
  async insert(
    tx: EntityManager,
    tenantId: TenantId,
    { id, url, events, active, secret }: NewEndpoint,
    limit: number,
  ): Promise<WebhookEndpoint | undefined> {
    await lockKey(tx, 'webhook endpoints', tenantId);
    const [row] = await tx.query<WebhookEndpoint[]>(
      `insert into webhook_endpoint (tenant_id, id, url, events, active, secret)
       select $1, $2, $3, $4::text[], $5::boolean, $6
       where (select count(*) from webhook_endpoint where tenant_id = $1) < $7::integer
       returning ${COLUMNS}`,
      [tenantId, id, url, events, active, secret, limit],
    );
    return row;
  }

  /** A page of endpoints, newest first. */
  async page(
    tx: EntityManager,
    tenantId: TenantId,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<WebhookEndpoint>> {
    const before = startBefore('whk', cursor) ?? firstIdAt('whk', new Date(Date.now() + AHEAD_MS));
    const rows = await tx.query<WebhookEndpoint[]>(
      `select ${COLUMNS} from webhook_endpoint where tenant_id = $1 and id < $2 order by id desc limit $3`,
      [tenantId, before, limit + 1],
    );
    return toPage(rows, limit);
  }

  async find(tx: EntityManager, tenantId: TenantId, id: string): Promise<WebhookEndpoint | undefined> {
    const [row] = await tx.query<WebhookEndpoint[]>(
      `select ${COLUMNS} from webhook_endpoint where tenant_id = $1 and id = $2`,
      [tenantId, id],
    );
    return row;
  }

  /** The same, held as it is until the transaction ends. */
  async hold(tx: EntityManager, tenantId: TenantId, id: string): Promise<WebhookEndpoint | undefined> {
    const [row] = await tx.query<WebhookEndpoint[]>(
      `select ${COLUMNS} from webhook_endpoint where tenant_id = $1 and id = $2 for update`,
      [tenantId, id],
    );
    return row;
  }

  async update(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    { url, events, active }: EndpointChange,
  ): Promise<WebhookEndpoint | undefined> {
    const [rows] = await tx.query<[WebhookEndpoint[], number]>(
      `update webhook_endpoint set url = coalesce($3, url), events = coalesce($4::text[], events),
              active = coalesce($5::boolean, active), updated_at = now()
       where tenant_id = $1 and id = $2 returning ${COLUMNS}`,
      [tenantId, id, url, events, active],
    );
    return rows[0];
  }

  /** Puts a new secret in force; the one before signs beside it until `previousUntil`. False for an unknown id. */
  async rotate(
    tx: EntityManager,
    tenantId: TenantId,
    id: string,
    secret: string,
    previousUntil: Date,
  ): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(
      `update webhook_endpoint
       set previous_secret = secret, previous_secret_until = $4, secret = $3, updated_at = now()
       where tenant_id = $1 and id = $2`,
      [tenantId, id, secret, previousUntil],
    );
    return count === 1;
  }

  /** False for an unknown id. */
  async delete(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown, number]>(
      `delete from webhook_endpoint where tenant_id = $1 and id = $2`,
      [tenantId, id],
    );
    return count === 1;
  }

  /** The active endpoints that want events of at least one of these types. */
  async subscribers(
    tx: EntityManager,
    tenantId: TenantId,
    types: readonly EventType[],
  ): Promise<Pick<WebhookEndpoint, 'id' | 'events'>[]> {
    return tx.query(
      `select id, events from webhook_endpoint where tenant_id = $1 and active and events && $2::text[]`,
      [tenantId, types],
    );
  }
}
