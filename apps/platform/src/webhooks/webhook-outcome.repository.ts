import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Id, TenantId } from '#libs/persistence';
import type { SealedSecrets } from './webhook-secrets.js';
import type { WebhookOutcome } from './webhook-outcome.js';

/** The endpoint of a delivery as it is now. */
export interface DeliveryTarget extends SealedSecrets {
  url: string;
  active: boolean;
}

/** A delivery that is to be attempted. */
export interface PendingDelivery {
  id: Id<'whd'>;
  endpointId: Id<'whk'>;
  eventId: Id<'evt'>;
  eventType: string;
  payload: string;
  /** How many attempts were made before. */
  attempts: number;
  /** Null when the endpoint was removed. */
  target: DeliveryTarget | null;
}

interface PendingRow extends Omit<PendingDelivery, 'target'>, DeliveryTarget {
  known: boolean;
}

/** The worker's view of deliveries: those to attempt, and what came of the attempts. */
@Injectable()
export class WebhookOutcomeRepository {
  /** Those of the deliveries that are not settled. */
  async pending(tx: EntityManager, tenantId: TenantId, ids: readonly string[]): Promise<PendingDelivery[]> {
    const rows = await tx.query<PendingRow[]>(
      `select d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.event_type as "eventType", d.payload,
              d.attempts, e.id is not null as known, e.url, e.active, e.secret,
              e.previous_secret as "previousSecret", e.previous_secret_until as "previousSecretUntil"
       from webhook_delivery d
       left join webhook_endpoint e on e.tenant_id = d.tenant_id and e.id = d.endpoint_id
       where d.tenant_id = $1 and d.id = any($2::text[]) and d.status = 'pending'`,
      [tenantId, ids],
    );
    return rows.map(toPending);
  }

  /** Records outcomes: the state of each delivery, and the attempt where there was one. */
  async record(tx: EntityManager, tenantId: TenantId, outcomes: readonly WebhookOutcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await tx.query(
      `with outcome as (
         select * from jsonb_to_recordset($2::jsonb) as given (
           delivery_id text, status text, error text, retry_at timestamptz, number integer,
           attempted_at timestamptz, duration_ms integer, response_status integer, attempt_error text, snippet text)
       ), moved as (
         update webhook_delivery d
         set status = o.status, error = o.error, next_attempt_at = o.retry_at,
             attempts = coalesce(o.number, d.attempts),
             last_attempt_at = coalesce(o.attempted_at, d.last_attempt_at),
             response_status = case when o.number is null then d.response_status else o.response_status end
         from outcome o where d.tenant_id = $1 and d.id = o.delivery_id and d.id = any($3::text[])
       )
       insert into webhook_attempt
         (tenant_id, delivery_id, number, attempted_at, duration_ms, response_status, error, response_snippet)
       select $1, delivery_id, number, attempted_at, duration_ms, response_status, attempt_error, snippet
       from outcome where number is not null`,
      [tenantId, JSON.stringify(outcomes.map(toRow)), outcomes.map(({ deliveryId }) => deliveryId)],
    );
  }
}

function toPending({ known, url, active, secret, previousSecret, previousSecretUntil, ...row }: PendingRow) {
  return { ...row, target: known ? { url, active, secret, previousSecret, previousSecretUntil } : null };
}

function toRow({ deliveryId, status, error, retryAt, attempt }: WebhookOutcome): object {
  return {
    delivery_id: deliveryId,
    status,
    error,
    retry_at: retryAt,
    number: attempt?.number,
    attempted_at: attempt?.attemptedAt,
    duration_ms: attempt?.durationMs,
    response_status: attempt?.responseStatus,
    attempt_error: attempt?.error,
    snippet: attempt?.responseSnippet,
  };
}
