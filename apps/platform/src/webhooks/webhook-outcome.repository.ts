import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import type { EntityManager } from 'typeorm';
import { exec, GivenRows, type Id, type TenantId, type SqlExecutor } from '#libs/persistence';
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

type PendingRow = Omit<PendingDelivery, 'target'>;

type EndpointRow = DeliveryTarget & { id: string };

/** An outcome, and whose delivery it is of. */
export type TenantOutcome = WebhookOutcome & { tenantId: TenantId };

const OUTCOMES = new GivenRows<TenantOutcome>({
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

/** The worker's view of deliveries: those to attempt, and what came of the attempts. */
@Injectable()
export class WebhookOutcomeRepository {
  /** Those of the deliveries that are not settled; those to one endpoint share its target. */
  async pending(client: PoolClient, tenantId: TenantId, ids: readonly string[]): Promise<PendingDelivery[]> {
    const { rows } = await client.query<PendingRow>({
      name: 'pending-deliveries',
      text: `
        select id, endpoint_id as "endpointId", event_id as "eventId", event_type as "eventType", payload, attempts
        from webhook_delivery where tenant_id = $1 and id = any($2::text[]) and status = 'pending'`,
      values: [tenantId, ids],
    });
    const targets = await this.targets(client, tenantId, new Set(rows.map(({ endpointId }) => endpointId)));
    return rows.map((row) => ({ ...row, target: targets.get(row.endpointId) ?? null }));
  }

  private async targets(
    client: PoolClient,
    tenantId: TenantId,
    endpointIds: ReadonlySet<string>,
  ): Promise<Map<string, DeliveryTarget>> {
    const { rows } = await client.query<EndpointRow>({
      name: 'delivery-targets',
      text: `
        select id, url, active, secret, previous_secret as "previousSecret",
               previous_secret_until as "previousSecretUntil"
        from webhook_endpoint where tenant_id = $1 and id = any($2::text[])`,
      values: [tenantId, [...endpointIds]],
    });
    return new Map(rows.map(({ id, ...target }) => [id, target]));
  }

  async isPending(tx: EntityManager, tenantId: TenantId, id: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select from webhook_delivery where tenant_id = $1 and id = $2 and status = 'pending'`,
      [tenantId, id],
    );
    return rows.length > 0;
  }

  /**
   * Records outcomes: the state of each delivery, and the attempt where there was one. The last attempt stands in the
   * row of its delivery, which is all that most ever have; those before it are moved to rows of their own.
   */
  async record(tx: SqlExecutor, outcomes: readonly TenantOutcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    // A planner that expects few deliveries would compare each of them with each of the outcomes.
    await exec(tx, 'set local enable_nestloop = off');
    const again = outcomes.filter(({ attempt }) => attempt?.number !== 1);
    if (again.length > 0) await this.keepLastAttempts(tx, again);
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

  private async keepLastAttempts(tx: SqlExecutor, outcomes: readonly TenantOutcome[]): Promise<void> {
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
}
