import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  countRows,
  Database,
  many,
  maybe,
  type Page,
  type PageRequest,
  type TenantId,
  toPage,
  toPageBy,
} from '#libs/core/persistence';
import {
  DELETE_DEAD_LETTER,
  EACH_DEAD_LETTER,
  FIND_DEAD_LETTER,
  listDeadLetters,
  RETRY_DEAD_LETTER,
  WAITING_SINCE,
} from './dead-letters.sql.js';
import { JOBS_OPTIONS, type JobsOptions } from '../jobs-options.js';
import { RelayWakeup } from '../wakeup/relay-wakeup.js';

/** A job whose handler failed too often. */
export interface DeadLetter {
  /** The id of the outbox row: a number that grows in the order of enqueueing. */
  id: string;
  tenantId: TenantId;
  kind: string;
  payload: Record<string, unknown>;
  /** How often it was attempted, and how often its handler failed. */
  attempts: number;
  failures: number;
  error: string | null;
  createdAt: Date;
  deadAt: Date;
}

export interface DeadLetterFilter {
  kind?: string;
  tenantId?: string;
}

/** Lists, retries and deletes dead letters, for the operator console. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly database: Database,
    private readonly wakeup: RelayWakeup,
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
  ) {}

  /** Every kind of job of the app. */
  get kinds(): readonly string[] {
    return this.options.kinds;
  }

  /** Newest first, unless the order says otherwise; its cursor is the id of the last one of the page before. */
  async listPage(filter: DeadLetterFilter, page: PageRequest): Promise<Page<DeadLetter>> {
    const given = [filter.kind ?? null, filter.tenantId ?? null];
    return this.database.statement(async (pool) => {
      if (page.counts) return { ...toPage([], 0), count: await countRows(pool, EACH_DEAD_LETTER, given) };
      const { limit, order, after, cursor } = page;
      const start = (order ? after?.[0] : cursor) || null;
      const statement = listDeadLetters(order?.direction ?? 'desc');
      const rows = await many<DeadLetter>(pool, statement, [...given, start, limit + 1]);
      return toPageBy(rows, limit, ({ id }) => Number(id));
    });
  }

  async find(id: string): Promise<DeadLetter | undefined> {
    return this.database.statement((pool) => maybe(pool, FIND_DEAD_LETTER, [id]));
  }

  /**
   * Makes the job due again in the caller's transaction, with its count of failures at 0. Returns undefined if there is
   * no such dead letter (any more).
   */
  async retry(tx: EntityManager, id: string): Promise<DeadLetter | undefined> {
    return maybe(tx, RETRY_DEAD_LETTER, [id]);
  }

  /** Call it after the commit of a retry: a relay then dispatches the job at once. */
  retried(): void {
    this.wakeup.announce();
  }

  /** Deletes the job in the caller's transaction; returns undefined if there is no such dead letter (any more). */
  async delete(tx: EntityManager, id: string): Promise<DeadLetter | undefined> {
    return maybe(tx, DELETE_DEAD_LETTER, [id]);
  }

  /** Since when the oldest due job of each kind waits; kinds without one are missing. */
  async waitingSince(): Promise<Map<string, Date>> {
    type Row = { kind: string; since: Date | null };
    const rows = await this.database.statement((pool) => many<Row>(pool, WAITING_SINCE, [this.kinds]));
    return new Map(rows.flatMap(({ kind, since }) => (since ? [[kind, since] as const] : [])));
  }
}
