import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ReadinessRegistry } from '#libs/core/http';
import { Database, isUnavailable, maybe, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Event } from '../tables/event.entity.js';
import { eventOf, listedOf, type ListedRow, rowOf, type SliceRow, tokenOf } from './click-house-rows.js';
import {
  APPLY_DELETIONS,
  COUNT_EVENTS,
  DELETE_SESSIONS,
  DELETE_TENANT,
  LIST_DAYS,
  LIST_NEWEST,
  LIST_OF_SESSION,
  READ_SLICE,
} from './click-house.sql.js';
import type { ClickHouse } from './click-house.js';
import { EventStore, type ListedEvent, type NewestAsked, type SessionAsked, startOfLastDay } from './event-store.js';
import { FIND_SESSION_TIME } from './postgres-events.sql.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const BEGINNING = new Date(0);
const END = new Date('2100-01-01');
const SLICE = 10_000;
/** Sessions of one statement: its parameters are in the address of the request. */
const SESSIONS_AT_ONCE = 100;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Events in ClickHouse. They are written before Postgres commits their totals: a batch that comes again because the commit failed has
 * the same ids, is left out by its token, and would replace its rows otherwise.
 */
@Injectable()
export class ClickHouseEvents extends EventStore implements OnApplicationShutdown {
  private failures = 0;
  private pausedUntil = 0;

  constructor(
    private readonly database: Database,
    private readonly clickHouse: ClickHouse,
    readiness: ReadinessRegistry,
  ) {
    super();
    readiness.register('clickhouse', () => this.clickHouse.ping(), { isNeeded: false });
  }

  override get isPaused(): boolean {
    return Date.now() < this.pausedUntil;
  }

  override async append(_tx: SqlExecutor, events: readonly Event[]): Promise<void> {
    if (events.length === 0) return;
    try {
      await this.clickHouse.insert('event', events.map(rowOf), tokenOf(events));
      this.failures = 0;
    } catch (error) {
      if (isUnavailable(error)) this.pause();
      throw error;
    }
  }

  override async drill(asked: NewestAsked | SessionAsked): Promise<ListedEvent[]> {
    return 'sessionId' in asked ? this.listSession(asked) : this.listNewest(asked);
  }

  /** A statement has one day at most: each partition that it opens costs as much as thousands of rows. */
  override async *rebuild(tenantId: TenantId, from: Date, until: Date): AsyncGenerator<Event[]> {
    const days = await this.clickHouse.query<{ day: string }>(LIST_DAYS, { ...this.whose(tenantId), from, until });
    for (const { day } of days) {
      const start = new Date(day).getTime();
      const [first, end] = [Math.max(start, from.getTime()), Math.min(start + DAY_MS, until.getTime())];
      yield* this.read(tenantId, new Date(first), new Date(end));
    }
  }

  override async erase(_tx: SqlExecutor, tenantId: TenantId, sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length === 0) return;
    for (let index = 0; index < sessionIds.length; index += SESSIONS_AT_ONCE) {
      const sessions = sessionIds.slice(index, index + SESSIONS_AT_ONCE);
      await this.clickHouse.command(DELETE_SESSIONS, { tenant: tenantId, sessions });
    }
    await this.clickHouse.command(APPLY_DELETIONS);
  }

  /** Deletes all events of a tenant; returns how many there were. */
  async eraseTenant(tenantId: TenantId): Promise<number> {
    const [row] = await this.clickHouse.query<{ count: number }>(COUNT_EVENTS, { tenant: tenantId });
    const count = Number(row?.count ?? 0);
    if (count === 0) return 0;
    await this.clickHouse.command(DELETE_TENANT, { tenant: tenantId });
    await this.clickHouse.command(APPLY_DELETIONS);
    return count;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.clickHouse.close();
  }

  private async *read(tenantId: TenantId, from: Date, until: Date): AsyncGenerator<Event[]> {
    let [first, after] = [from, ''];
    for (;;) {
      const parameters = { ...this.whose(tenantId), from: first, after, until, limit: SLICE };
      const rows = await this.clickHouse.query<SliceRow>(READ_SLICE, parameters);
      const events = rows.map(eventOf);
      if (events.length > 0) yield events;
      if (events.length < SLICE) return;
      ({ at: first, id: after } = events.at(-1)!);
    }
  }

  /** The partitions of all days are opened only where those of the last day have too few. */
  private async listNewest({ tenantId, from, until, limit, findPage }: NewestAsked): Promise<ListedEvent[]> {
    const page = await this.database.tenant(tenantId, (tx) => findPage(tx));
    const read = (first: Date, end: Date, most: number) =>
      this.list(LIST_NEWEST, { ...this.whose(tenantId), from: first, until: end, page, limit: most });
    const lastDay = startOfLastDay(from, until);
    const newest = await read(lastDay, until, limit);
    if (newest.length === limit || lastDay <= from) return newest;
    return [...newest, ...(await read(from, lastDay, limit - newest.length))];
  }

  /** Postgres knows when the session was: a few partitions have its events. Events that belong to none have a session without a row. */
  private async listSession({ tenantId, sessionId, limit }: SessionAsked): Promise<ListedEvent[]> {
    const time = await this.database.tenant(tenantId, (tx) =>
      maybe<{ startedAt: Date; lastAt: Date }>(tx, FIND_SESSION_TIME, [tenantId, sessionId]),
    );
    const from = time ? new Date(time.startedAt.getTime() - HOUR_MS) : BEGINNING;
    const until = time ? new Date(time.lastAt.getTime() + HOUR_MS) : END;
    return this.list(LIST_OF_SESSION, { ...this.whose(tenantId), from, until, session: sessionId, limit });
  }

  private async list(sql: string, parameters: Record<string, unknown>): Promise<ListedEvent[]> {
    return (await this.clickHouse.query<ListedRow>(sql, parameters)).map(listedOf);
  }

  private whose(tenant: TenantId): { tenant: TenantId; today: string } {
    return { tenant, today: new Date().toISOString().slice(0, 10) };
  }

  private pause(): void {
    this.pausedUntil = Date.now() + Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS);
    this.failures = Math.min(this.failures + 1, 10);
  }
}
