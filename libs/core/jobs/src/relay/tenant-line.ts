import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, many, one, type TenantId } from '#libs/core/persistence';
import type { PausedTenant } from './paused-tenants.js';
import { DISPATCH_CHUNKS, MAKE_DUE, NEXT_TENANTS } from './tenant-line.sql.js';
import type { WaitingTenant } from './turns.js';

/** Tenants of one kind to read. */
export interface LineQuery {
  kind: string;
  /** The tenant that had its turn last: the line starts after it. */
  after: string;
  /** How many tenants to list at most. */
  tenants: number;
  /** How many dispatched chunks a tenant may have. */
  perTenant: number;
}

/** The jobs that wait, in short. */
export interface OutboxState {
  /** True if jobs are due that are not dispatched. */
  isWaiting: boolean;
  /** Milliseconds until the next delayed job is due; null if there is none. */
  nextDueMs: number | null;
}

/** Chunks of one tenant that are to be dispatched. */
export interface Turn {
  kind: string;
  tenantId: string;
  chunks: number;
  /** The sum of the weights of its jobs at most. */
  chunkSize: number;
}

/** Jobs of one tenant that are dispatched together. */
export interface DispatchedChunk {
  kind: string;
  tenantId: TenantId;
  jobId: string;
  ids: string[];
}

/** The waiting jobs as a line of tenants for each kind. Tenants take turns (round robin). */
@Injectable()
export class TenantLine {
  constructor(private readonly database: Database) {}

  /** Makes delayed jobs due whose time is reached, up to `limit` of each kind. */
  async makeDue(kinds: readonly string[], limit: number): Promise<OutboxState> {
    return this.database.statement((pool) => one(pool, MAKE_DUE, [kinds, limit]));
  }

  /** The tenants whose turn it is, in order, by kind. */
  async next(queries: readonly LineQuery[], paused: readonly PausedTenant[]): Promise<Map<string, WaitingTenant[]>> {
    const parameters = [
      queries.map(({ kind }) => kind),
      queries.map(({ after }) => after),
      queries.map(({ tenants }) => tenants),
      queries.map(({ perTenant }) => perTenant),
      paused.map(({ kind }) => kind),
      paused.map(({ tenantId }) => tenantId),
    ];
    const rows = await this.database.statement((pool) =>
      many<WaitingTenant & { kind: string }>(pool, NEXT_TENANTS, parameters),
    );
    const lines = new Map<string, WaitingTenant[]>(queries.map(({ kind }) => [kind, []]));
    for (const { kind, ...tenant } of rows) lines.get(kind)?.push(tenant);
    return lines;
  }

  /** Marks jobs as dispatched and returns their chunks: the first of every tenant, then the second of every tenant. */
  async dispatch(turns: readonly Turn[]): Promise<DispatchedChunk[]> {
    const parameters = [
      turns.map(({ kind }) => kind),
      turns.map(({ tenantId }) => tenantId),
      turns.map(({ chunks }) => chunks),
      turns.map(({ chunkSize }) => chunkSize),
      // A new prefix for each dispatch: Bull accepts no job whose id it still has.
      randomUUID(),
    ];
    return this.database.statement((pool) => many(pool, DISPATCH_CHUNKS, parameters));
  }
}
