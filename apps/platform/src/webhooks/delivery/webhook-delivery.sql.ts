import { exec, RowParameters, type PreparedStatement, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { WebhookOutcome } from './webhook-outcome.js';

/** Inserts pending deliveries. Parameters: tenant, and an array a column: ids, endpoints, events, types, payloads. */
export const INSERT_DELIVERIES = `
  insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, payload)
  select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])`;

/**
 * The events of an endpoint's deliveries, each once, oldest first.
 * Parameters: tenant, endpoint, first id, the id after the last, status or null, limit.
 */
export const LIST_EVENTS = `
  select event_id as "eventId", event_type as "eventType", min(payload) as payload
  from webhook_delivery
  where tenant_id = $1 and endpoint_id = $2 and id >= $3 and id < $4 and ($5::text is null or status = $5)
  group by event_id, event_type order by min(id) limit $6`;

/** Parameters: tenant, ids. */
export const LIST_PENDING: PreparedStatement = {
  name: 'pending-deliveries',
  text: `
    select id, endpoint_id as "endpointId", event_id as "eventId", event_type as "eventType", payload, attempts
    from webhook_delivery where tenant_id = $1 and id = any($2::text[]) and status = 'pending'`,
};

/** An outcome, and the tenant whose delivery it is of. */
export type TenantOutcome = WebhookOutcome & { tenantId: TenantId };

const OUTCOMES = new RowParameters<TenantOutcome>({
  tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
  id: { type: 'text', of: ({ deliveryId }) => deliveryId },
  status: { type: 'text', of: ({ status }) => status },
  error: { type: 'text', of: ({ error }) => error },
  retry_at: { type: 'timestamptz', of: ({ retryAt }) => retryAt },
  number: { type: 'int', of: ({ attempt }) => attempt?.number },
  attempted_at: { type: 'timestamptz', of: ({ attempt }) => attempt?.attemptedAt },
  duration_ms: { type: 'int', of: ({ attempt }) => attempt?.durationMs },
  response_status: { type: 'int', of: ({ attempt }) => attempt?.responseStatus },
  snippet: { type: 'text', of: ({ attempt }) => attempt?.responseSnippet },
});

/**
 * Updates deliveries to their outcomes. The last attempt is in the row of its delivery, and most deliveries have only
 * one; earlier attempts are moved to rows of their own.
 */
export async function updateOutcomes(tx: SqlExecutor, outcomes: readonly TenantOutcome[]): Promise<void> {
  // If Postgres estimates few deliveries, it compares each of them with each outcome.
  await exec(tx, 'set local enable_nestloop = off');
  const again = outcomes.filter(({ attempt }) => attempt?.number !== 1);
  if (again.length > 0) await insertLastAttempts(tx, again);
  await exec(
    tx,
    `update webhook_delivery d
     set status = o.status, error = o.error, next_attempt_at = o.retry_at,
         attempts = coalesce(o.number, d.attempts),
         last_attempt_at = coalesce(o.attempted_at, d.last_attempt_at),
         response_status = case when o.number is null then d.response_status else o.response_status end,
         duration_ms = o.duration_ms, response_snippet = o.snippet
     from ${OUTCOMES.sql(2)} o
     where d.tenant_id = o.tenant_id and d.id = o.id and d.id = any($1::text[])`,
    [outcomes.map(({ deliveryId }) => deliveryId), ...OUTCOMES.values(outcomes)],
  );
}

async function insertLastAttempts(tx: SqlExecutor, outcomes: readonly TenantOutcome[]): Promise<void> {
  await exec(
    tx,
    `insert into webhook_attempt
       (tenant_id, delivery_id, number, attempted_at, duration_ms, response_status, error, response_snippet)
     select tenant_id, id, attempts, last_attempt_at, duration_ms, response_status, error, response_snippet
     from webhook_delivery d join unnest($1::text[], $2::text[]) as o (tenant_id, id) using (tenant_id, id)
     where d.id = any($2::text[]) and duration_ms is not null`,
    [outcomes.map(({ tenantId }) => tenantId), outcomes.map(({ deliveryId }) => deliveryId)],
  );
}
