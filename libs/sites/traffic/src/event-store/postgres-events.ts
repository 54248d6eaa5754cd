import { Injectable } from '@nestjs/common';
import { Database, exec, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import type { Event } from '../tables/event.entity.js';
import { EventStore, type ListedEvent, type NewestAsked, type SessionAsked, startOfLastDay } from './event-store.js';
import {
  DELETE_SESSION_EVENTS,
  EVENT_ROWS,
  INSERT_EVENTS,
  LIST_EVENTS,
  LIST_SESSION_EVENTS,
  READ_EVENTS,
} from './postgres-events.sql.js';

const SLICE = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Events in the partitions of Postgres, written in the very transaction of their totals. */
@Injectable()
export class PostgresEvents extends EventStore {
  constructor(private readonly database: Database) {
    super();
  }

  override async append(tx: SqlExecutor, events: readonly Event[]): Promise<void> {
    if (events.length > 0) await exec(tx, INSERT_EVENTS, EVENT_ROWS.values(events));
  }

  override async drill(asked: NewestAsked | SessionAsked): Promise<ListedEvent[]> {
    const { tenantId, limit } = asked;
    return this.database.tenant(tenantId, async (tx) =>
      'sessionId' in asked
        ? many<ListedEvent>(tx, LIST_SESSION_EVENTS, [tenantId, asked.sessionId, limit])
        : listNewest(tx, asked, await asked.findPage(tx)),
    );
  }

  override async *rebuild(tenantId: TenantId, from: Date, until: Date): AsyncGenerator<Event[]> {
    let [at, id] = [from, FIRST_ID];
    for (;;) {
      const parameters = [tenantId, at, id, until, SLICE];
      const events = await this.database.tenant(tenantId, (tx) => many<Event>(tx, READ_EVENTS, parameters));
      if (events.length > 0) yield events;
      if (events.length < SLICE) return;
      ({ at, id } = events.at(-1)!);
    }
  }

  override async erase(tx: SqlExecutor, tenantId: TenantId, sessionIds: readonly string[]): Promise<void> {
    if (sessionIds.length > 0) await exec(tx, DELETE_SESSION_EVENTS, [tenantId, sessionIds]);
  }
}

/** The partitions of all days are opened only where those of the last day have too few. */
async function listNewest(
  tx: SqlExecutor,
  { tenantId, from, until, limit }: NewestAsked,
  pageId: string | null,
): Promise<ListedEvent[]> {
  const read = (first: Date, end: Date, most: number) =>
    many<ListedEvent>(tx, LIST_EVENTS, [tenantId, first, end, pageId, most]);
  const lastDay = startOfLastDay(from, until);
  const newest = await read(lastDay, until, limit);
  if (newest.length === limit || lastDay <= from) return newest;
  return [...newest, ...(await read(from, lastDay, limit - newest.length))];
}
