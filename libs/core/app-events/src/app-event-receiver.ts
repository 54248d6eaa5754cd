import { Injectable } from '@nestjs/common';
import { Every } from '#libs/core/jobs';
import { Database, exec, many } from '#libs/core/persistence';
import type { AppEvent, EventAnswer } from './app-event.js';
import { AppEventHandlers, type Handle } from './app-event-handlers.js';
import { DELETE_RECEIVED, INSERT_RECEIVED } from './app-event-received.sql.js';
import { PayloadChecks } from './catalogue/payload-checks.js';

const HOUR_MS = 3_600_000;
/** Much longer than events are delivered, so that an operator may still retry a dead letter. */
const KEPT = '90 days';

/** Applies each event once, however often it arrives. No handler sees a payload that is invalid. */
@Injectable()
export class AppEventReceiver {
  constructor(
    private readonly database: Database,
    private readonly handlers: AppEventHandlers,
    private readonly checks: PayloadChecks,
  ) {}

  /** Resolves when the effect is committed. @throws the error of the handler, after a rollback */
  async receive(event: AppEvent): Promise<EventAnswer> {
    return (await this.receiveAll(event, [event]))[0]!;
  }

  /**
   * The same for events of one tenant, type and sender. The valid ones have their effect together or not at all; an invalid one
   * stops no other.
   */
  async receiveAll(
    origin: Pick<AppEvent, 'tenantId' | 'type' | 'from'>,
    events: readonly AppEvent[],
  ): Promise<EventAnswer[]> {
    const handle = this.handlers.find(origin.type);
    if (!handle) return events.map(() => ({ receipt: 'unknown' }));
    const checked = events.map((event) => ({ event, fault: this.checks.faultOf(origin.type, event.payload) }));
    const valid = checked.filter(({ fault }) => fault === undefined).map(({ event }) => event);
    const applied = valid.length > 0 ? await this.apply(origin, valid, handle) : new Set<string>();
    return checked.map(({ event: { id }, fault }) => {
      if (fault !== undefined) return { receipt: 'unknown', fault };
      return { receipt: applied.has(id.toLowerCase()) ? 'applied' : 'duplicate' };
    });
  }

  /** Returns the ids of those that had not been applied before. */
  private async apply(
    { tenantId, type, from }: Pick<AppEvent, 'tenantId' | 'type' | 'from'>,
    events: readonly AppEvent[],
    handle: Handle,
  ): Promise<ReadonlySet<string>> {
    return this.database.tenant(tenantId, async (tx) => {
      // If an event arrives twice at a time, the second insert waits for the first transaction.
      const ids = events.map(({ id }) => id);
      const inserted = await many<{ id: string }>(tx, INSERT_RECEIVED, [tenantId, ids, type, from]);
      const isNew = new Set(inserted.map(({ id }) => id));
      const news = events.filter(({ id }) => isNew.has(id.toLowerCase()));
      if (news.length > 0) await handle(tx, news);
      return isNew;
    });
  }

  @Every({ every: HOUR_MS })
  async deleteOld(): Promise<number> {
    return this.database.statement((pool) => exec(pool, DELETE_RECEIVED, [KEPT]));
  }
}
