import { Injectable } from '@nestjs/common';
import { Every } from '#libs/jobs';
import { Database, exec, many } from '#libs/persistence';
import type { AppEvent, Receipt } from './app-event.js';
import { AppEventHandlers } from './app-event-handlers.js';
import { DELETE_RECEIVED, INSERT_RECEIVED } from './app-event-received.sql.js';

const HOUR_MS = 3_600_000;
/** Much longer than events are delivered, so that an operator may still retry a dead letter. */
const KEPT = '90 days';

/** Applies each event once, however often it arrives. */
@Injectable()
export class AppEventReceiver {
  constructor(
    private readonly database: Database,
    private readonly handlers: AppEventHandlers,
  ) {}

  /** Resolves when the effect is committed. @throws the error of the handler, after a rollback */
  async receive(event: AppEvent): Promise<Receipt> {
    return (await this.receiveAll(event, [event]))[0]!;
  }

  /** The same for events of one tenant, type and sender, which have their effect together or not at all. */
  async receiveAll(
    { tenantId, type, from }: Pick<AppEvent, 'tenantId' | 'type' | 'from'>,
    events: readonly AppEvent[],
  ): Promise<Receipt[]> {
    const handle = this.handlers.find(type);
    if (!handle) return events.map(() => 'unknown');
    return this.database.tenant(tenantId, async (tx) => {
      // If an event arrives twice at a time, the second insert waits for the first transaction.
      const ids = events.map(({ id }) => id);
      const inserted = await many<{ id: string }>(tx, INSERT_RECEIVED, [tenantId, ids, type, from]);
      const isNew = new Set(inserted.map(({ id }) => id));
      const news = events.filter(({ id }) => isNew.has(id.toLowerCase()));
      if (news.length > 0) await handle(tx, news);
      return events.map(({ id }) => (isNew.has(id.toLowerCase()) ? 'applied' : 'duplicate'));
    });
  }

  @Every({ every: HOUR_MS })
  async deleteOld(): Promise<number> {
    return this.database.statement((pool) => exec(pool, DELETE_RECEIVED, [KEPT]));
  }
}
