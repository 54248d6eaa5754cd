import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { EventType } from '../events/event-types.js';
import { firstIdAt, startBefore, toPage, type Id, type Page, type TenantId } from '#libs/persistence';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from './webhook.js';

const COLUMNS = `id, event_id as "eventId", event_type as "eventType", status, attempts,
  response_status as "responseStatus", error, created_at as "createdAt", last_attempt_at as "lastAttemptAt",
  next_attempt_at as "nextAttemptAt"`;

/** Ids made in a burst run a little ahead of the clock. */
const AHEAD_MS = 3_600_000;

/** Reads of deliveries, inside a tenant's transaction. */
@Injectable()
export class WebhookDeliveryRepository {
  /** A page of an endpoint's deliveries, newest first. Both ends of the ids are given, so that few partitions open. */
  async page(
    tx: EntityManager,
    tenantId: TenantId,
    endpointId: string,
    status: DeliveryStatus | undefined,
    cursor: number | undefined,
    limit: number,
  ): Promise<Page<WebhookDelivery>> {
    const before = startBefore('whd', cursor) ?? firstIdAt('whd', new Date(Date.now() + AHEAD_MS));
    const rows = await tx.query<WebhookDelivery[]>(
      `select ${COLUMNS} from webhook_delivery
       where tenant_id = $1 and endpoint_id = $2 and id < $3 and id >= 'whd_' ${statusCondition(status)}
       order by id desc limit $4`,
      [tenantId, endpointId, before, limit + 1],
    );
    return toPage(rows, limit);
  }

  async find(
    tx: EntityManager,
    tenantId: TenantId,
    endpointId: string,
    id: string,
  ): Promise<WebhookDeliveryDetail | undefined> {
    const [row] = await tx.query<(WebhookDelivery & { payload: string })[]>(
      `select ${COLUMNS}, payload from webhook_delivery where tenant_id = $1 and id = $2 and endpoint_id = $3`,
      [tenantId, id, endpointId],
    );
    if (!row) return undefined;
    const { payload, ...delivery } = row;
    return { delivery, payload, attempts: await this.attempts(tx, tenantId, id) };
  }

  /** The last attempt stands in the row of the delivery, unless what came after it was none. */
  private async attempts(tx: EntityManager, tenantId: TenantId, deliveryId: string): Promise<WebhookAttempt[]> {
    return tx.query(
      `select number, attempted_at as "attemptedAt", duration_ms as "durationMs",
              response_status as "responseStatus", error, response_snippet as "responseSnippet"
       from webhook_attempt where tenant_id = $1 and delivery_id = $2
       union all
       select attempts, last_attempt_at, duration_ms, response_status, error, response_snippet
       from webhook_delivery where tenant_id = $1 and id = $2 and duration_ms is not null
       order by number`,
      [tenantId, deliveryId],
    );
  }

  /** The events that were to be delivered to an endpoint in a time, each once, oldest first, and no more than `limit`. */
  async eventsBetween(
    tx: EntityManager,
    tenantId: TenantId,
    endpointId: string,
    { from, to, status }: { from: Date; to: Date; status?: DeliveryStatus },
    limit: number,
  ): Promise<{ eventId: Id<'evt'>; eventType: EventType; payload: string }[]> {
    return tx.query(
      `select event_id as "eventId", event_type as "eventType", min(payload) as payload
       from webhook_delivery
       where tenant_id = $1 and endpoint_id = $2 and id >= $3 and id < $4 and ($5::text is null or status = $5)
       group by event_id, event_type order by min(id) limit $6`,
      [tenantId, endpointId, firstIdAt('whd', from), firstIdAt('whd', to), status ?? null, limit],
    );
  }
}

/** As text, of a closed list, so that the index of what went wrong serves the search for what failed. */
function statusCondition(status: DeliveryStatus | undefined): string {
  if (!status || !DELIVERY_STATUSES.includes(status)) return '';
  return `and status = '${status}' ${status === 'failed' ? 'and error is not null' : ''}`;
}
