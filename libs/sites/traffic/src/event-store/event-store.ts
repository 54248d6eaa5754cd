import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import type { Event } from '../tables/event.entity.js';

/** An event as it is shown. */
export type ListedEvent = Pick<
  Event,
  'id' | 'sessionId' | 'at' | 'kind' | 'pageId' | 'variant' | 'path' | 'x' | 'y' | 'depth' | 'name' | 'value' | 'extra'
>;

/** Asks for the newest events of people, newest first. */
export interface NewestAsked {
  tenantId: TenantId;
  from: Date;
  until: Date;
  /** Finds the page of the events; null for all pages. */
  findPage: (tx: SqlExecutor) => Promise<string | null>;
  limit: number;
}

/** Asks for the first events of a session, oldest first. */
export interface SessionAsked {
  tenantId: TenantId;
  /** UUID. */
  sessionId: string;
  limit: number;
}

const DAY_MS = 86_400_000;

/** Returns where the last day of a time begins that has events. */
export function startOfLastDay(from: Date, until: Date): Date {
  const end = Math.min(until.getTime(), Date.now() + DAY_MS);
  return new Date(Math.max(from.getTime(), end - DAY_MS));
}

/** Single events of visitors. Totals are made of them and stay in Postgres, so that reports need no store. */
export abstract class EventStore {
  /** Says whether it was away a moment ago, so that nothing is to be appended for a while. */
  get isPaused(): boolean {
    return false;
  }

  /**
   * Stores the events of a batch, as the last statement of the transaction that counts them. The batch may come again if the
   * transaction fails: each event is there once all the same.
   * @throws an error of `isUnavailable` when the batch is to be tried again
   */
  abstract append(tx: SqlExecutor, events: readonly Event[]): Promise<void>;
  /** Reads single events, as long as the plan of the tenant keeps them. */
  abstract drill(asked: NewestAsked | SessionAsked): Promise<ListedEvent[]>;
  /** Reads all events of a time, oldest first, so that totals can be made anew. */
  abstract rebuild(tenantId: TenantId, from: Date, until: Date): AsyncIterable<Event[]>;
  /** Deletes the events of sessions, in the transaction that deletes the sessions. */
  abstract erase(tx: SqlExecutor, tenantId: TenantId, sessionIds: readonly string[]): Promise<void>;
}
