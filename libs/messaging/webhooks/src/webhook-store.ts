import { Injectable } from '@nestjs/common';
import { exec, many, maybe, RowParameters, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { EndpointState, TriedEndpoint, WebhookOutcome } from './webhook-outcome.js';
import { WebhookOptions } from './webhook-options.js';
import { NO_NESTED_LOOPS, webhookStatements, type WebhookStatements } from './webhook-statements.sql.js';
import type { InsertedColumn, WebhookTables } from './webhook-tables.js';

/** A delivery that is yet to be inserted. An app may have further values, for its own columns. */
export interface NewDelivery {
  endpointId: string;
  eventId: string;
  eventType: string;
  /** The body, or what the app makes it of; sealed where the column is `bytea`. */
  payload: string | Buffer;
}

/** The endpoint of a delivery as it is now, with the columns that its transport asks for. */
export interface DeliveryTarget {
  address: string;
  active: boolean;
  /** Whether it has answered with 2xx before. */
  proven: boolean;
  /** Null if it answered with 2xx the last time. */
  failingSince: Date | null;
}

/** A delivery that is to be attempted. */
export interface PendingDelivery<Target extends DeliveryTarget = DeliveryTarget> extends NewDelivery {
  id: string;
  attempts: number;
  /** Null if the endpoint was deleted. */
  target: Target | null;
}

/** An outcome, and the tenant whose delivery it is of. */
export type TenantOutcome = WebhookOutcome & { tenantId: TenantId };

type OfTenant = { tenantId: TenantId };

/** From a delivery to its last attempt, unless it waited for something else; it bounds what is searched. */
const RETRIED_MS = 30 * 86_400_000;

/** Reads and writes what the machine needs of endpoints and deliveries. */
@Injectable()
export class WebhookStore {
  private readonly tables: WebhookTables;
  private readonly sql: WebhookStatements;
  private readonly outcomes: RowParameters<TenantOutcome>;
  private readonly updateSql: string;
  private readonly ownColumns: InsertedColumn<NewDelivery>[];

  constructor({ tables }: WebhookOptions) {
    this.tables = tables;
    this.outcomes = outcomesOf(tables.ids);
    this.sql = webhookStatements(tables);
    this.updateSql = this.sql.updateOutcomes(this.outcomes.sql(2));
    this.ownColumns = Object.values(tables.insertedColumns ?? {}) as InsertedColumn<NewDelivery>[];
  }

  /** Inserts pending deliveries with one statement; returns their ids, and null for each that was there already. */
  async insert(tx: SqlExecutor, tenantId: TenantId, deliveries: readonly NewDelivery[]): Promise<(string | null)[]> {
    const ids = deliveries.map(() => this.tables.newId());
    const rows = await many<{ id: string }>(tx, this.sql.insertDeliveries, [
      tenantId,
      ids,
      deliveries.map(({ endpointId }) => endpointId),
      deliveries.map(({ eventId }) => eventId),
      deliveries.map(({ eventType }) => eventType),
      deliveries.map(({ payload }) => payload),
      ...this.ownColumns.map(({ of }) => deliveries.map((delivery) => of(delivery))),
    ]);
    if (!this.tables.onceByEvent) return ids;
    const inserted = new Set(rows.map(({ id }) => id));
    return ids.map((id) => (inserted.has(id) ? id : null));
  }

  async isPending(tx: SqlExecutor, tenantId: TenantId, id: string): Promise<boolean> {
    return (await many(tx, this.sql.isPending, [tenantId, id])).length > 0;
  }

  /** Whether a delivery of the endpoint succeeded after a time. */
  async hasSucceededSince(tx: SqlExecutor, tenantId: TenantId, endpointId: string, since: Date): Promise<boolean> {
    const oldest = this.tables.firstIdAt(new Date(since.getTime() - RETRIED_MS));
    return (await many(tx, this.sql.hasSucceededSince, [tenantId, endpointId, oldest, since])).length > 0;
  }

  /** Lists those of the deliveries that are pending; those to one endpoint share its target. */
  async listPending(tx: SqlExecutor, tenantId: TenantId, ids: readonly string[]): Promise<PendingDelivery[]> {
    const rows = await many<Omit<PendingDelivery, 'target'>>(tx, this.sql.listPending, [tenantId, ids]);
    const endpointIds = [...new Set(rows.map(({ endpointId }) => endpointId))];
    const targets = await many<DeliveryTarget & { id: string }>(tx, this.sql.listTargets, [tenantId, endpointIds]);
    const targetById = new Map(targets.map((target) => [target.id, target]));
    return rows.map((row) => ({ ...row, target: targetById.get(row.endpointId) ?? null }));
  }

  /**
   * Records outcomes of deliveries, of any tenants: the state of each, and its attempt if there was one. The last attempt is in
   * the row of its delivery, and most deliveries have only one; earlier attempts are moved to rows of their own.
   */
  async updateOutcomes(tx: SqlExecutor, outcomes: readonly TenantOutcome[]): Promise<void> {
    if (outcomes.length === 0) return;
    await exec(tx, NO_NESTED_LOOPS);
    const again = outcomes.filter(({ attempt }) => attempt?.number !== 1);
    if (again.length > 0 && this.sql.insertLastAttempts !== null)
      await exec(tx, this.sql.insertLastAttempts, [
        again.map(({ tenantId }) => tenantId),
        again.map(({ deliveryId }) => deliveryId),
      ]);
    await exec(tx, this.updateSql, [outcomes.map(({ deliveryId }) => deliveryId), ...this.outcomes.values(outcomes)]);
  }

  /** Claims deliveries to an unproven endpoint; returns how many of those wanted may be made now. */
  async claimTrials(tx: SqlExecutor, tenantId: TenantId, endpointId: string, wanted: number): Promise<number> {
    const claimed = await maybe<{ granted: number }>(tx, this.sql.claimTrials, [tenantId, endpointId, wanted]);
    return claimed?.granted ?? wanted;
  }

  /**
   * Marks endpoints that have answered with 2xx, and those that begin to fail or work again, unless their address was changed meanwhile.
   * All are locked in one order before, so that two transactions do not wait for each other.
   */
  async markEndpoints(tx: SqlExecutor, { proven, turned }: ChangedEndpoints): Promise<void> {
    // The last state of an endpoint counts.
    const last = [...new Map(turned.map((one) => [one.endpointId, one])).values()];
    if (proven.length + last.length === 0) return;
    await exec(tx, this.sql.lockEndpoints, keysOf([...proven, ...last]));
    if (proven.length > 0)
      await exec(tx, this.sql.markProven, [...keysOf(proven), proven.map(({ address }) => address)]);
    if (last.length > 0)
      await exec(tx, this.sql.markWorking, [
        ...keysOf(last),
        last.map(({ address }) => address),
        last.map(({ works }) => works),
      ]);
  }
}

/** Endpoints with what a delivery has shown of them. */
export interface ChangedEndpoints {
  proven: readonly (TriedEndpoint & OfTenant)[];
  turned: readonly (EndpointState & OfTenant)[];
}

const keysOf = (endpoints: readonly (TriedEndpoint & OfTenant)[]): unknown[] => [
  endpoints.map(({ tenantId }) => tenantId),
  endpoints.map(({ endpointId }) => endpointId),
];

const outcomesOf = (ids: WebhookTables['ids']) =>
  new RowParameters<TenantOutcome>({
    tenant_id: { type: 'text', of: ({ tenantId }) => tenantId },
    id: { type: ids, of: ({ deliveryId }) => deliveryId },
    status: { type: 'text', of: ({ status }) => status },
    error: { type: 'text', of: ({ error }) => error },
    retry_at: { type: 'timestamptz', of: ({ retryAt }) => retryAt },
    number: { type: 'int', of: ({ attempt }) => attempt?.number },
    attempted_at: { type: 'timestamptz', of: ({ attempt }) => attempt?.attemptedAt },
    duration_ms: { type: 'int', of: ({ attempt }) => attempt?.durationMs },
    response_status: { type: 'int', of: ({ attempt }) => attempt?.responseStatus },
    snippet: { type: 'text', of: ({ attempt }) => attempt?.responseSnippet },
  });
