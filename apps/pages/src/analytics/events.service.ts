import { Injectable } from '@nestjs/common';
import { invalidField, isUuid } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import { ALL_PAGES, EventStore, type ListedEvent, type TrafficWindow } from '#libs/sites/traffic';
import { TrafficPages } from './traffic-pages.js';

/** Events of a session that are shown. */
export const SESSION_EVENTS_MAX = 1_000;

/** Single events of people, as long as the plan of the tenant keeps them. */
@Injectable()
export class EventsService {
  constructor(
    private readonly store: EventStore,
    private readonly pages: TrafficPages,
  ) {}

  /** Newest first. */
  async list(
    tenantId: TenantId,
    { from, until }: TrafficWindow,
    { page, limit }: { page: string | undefined; limit: number },
  ): Promise<ListedEvent[]> {
    return this.store.drill({
      tenantId,
      from,
      until,
      limit,
      findPage: async (tx) => {
        const pageId = await this.pages.idOf(tx, tenantId, page);
        return pageId === ALL_PAGES ? null : pageId;
      },
    });
  }

  /**
   * Oldest first. Of a session that is unknown, or another tenant's, there are none.
   * @throws `InvalidParameter` for an id that no session can have
   */
  async listOfSession(tenantId: TenantId, sessionId: string): Promise<ListedEvent[]> {
    if (!isUuid(sessionId)) throw invalidField('InvalidParameter', 'id', 'não é o id de uma visita');
    return this.store.drill({ tenantId, sessionId, limit: SESSION_EVENTS_MAX });
  }
}
