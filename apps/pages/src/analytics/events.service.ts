import { Injectable } from '@nestjs/common';
import { isUuid } from '#libs/core/http';
import { Database, many, type SqlExecutor, type TenantId } from '#libs/core/persistence';
import { ALL_PAGES, type Event, type TrafficWindow } from '#libs/sites/traffic';
import { LIST_EVENTS, LIST_SESSION_EVENTS } from './events.sql.js';
import { TrafficPages } from './traffic-pages.js';

/** Events of a session that are shown. */
export const SESSION_EVENTS_MAX = 1_000;

const DAY_MS = 86_400_000;

export type ListedEvent = Pick<
  Event,
  'id' | 'sessionId' | 'at' | 'kind' | 'pageId' | 'variant' | 'path' | 'x' | 'y' | 'depth' | 'name' | 'value' | 'extra'
>;

/** Single events of people, as long as the plan of the tenant keeps them. */
@Injectable()
export class EventsService {
  constructor(
    private readonly database: Database,
    private readonly pages: TrafficPages,
  ) {}

  /** Newest first. */
  async list(
    tenantId: TenantId,
    window: TrafficWindow,
    { page, limit }: { page: string | undefined; limit: number },
  ): Promise<ListedEvent[]> {
    return this.database.tenant(tenantId, async (tx) => {
      const pageId = await this.pages.idOf(tx, tenantId, page);
      const read = (from: Date, until: Date, most: number) =>
        listEvents(tx, [tenantId, from, until, pageId === ALL_PAGES ? null : pageId, most]);
      // The partitions of all days are opened only where those of the last day have too few.
      const end = Math.min(window.until.getTime(), Date.now() + DAY_MS);
      const lastDay = new Date(Math.max(window.from.getTime(), end - DAY_MS));
      const newest = await read(lastDay, window.until, limit);
      if (newest.length === limit || lastDay <= window.from) return newest;
      return [...newest, ...(await read(window.from, lastDay, limit - newest.length))];
    });
  }

  /** Oldest first. Of a session that is unknown, or another tenant's, there are none. */
  async listOfSession(tenantId: TenantId, sessionId: string): Promise<ListedEvent[]> {
    if (!isUuid(sessionId)) return [];
    return this.database.tenant(tenantId, (tx) =>
      many<ListedEvent>(tx, LIST_SESSION_EVENTS, [tenantId, sessionId, SESSION_EVENTS_MAX]),
    );
  }
}

const listEvents = (tx: SqlExecutor, parameters: unknown[]): Promise<ListedEvent[]> =>
  many<ListedEvent>(tx, LIST_EVENTS, parameters);
