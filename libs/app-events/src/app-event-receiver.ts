import { Injectable } from '@nestjs/common';
import { Every } from '#libs/jobs';
import { Database, exec } from '#libs/persistence';
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
    const handle = this.handlers.find(event.type);
    if (!handle) return 'unknown';
    return this.database.tenant(event.tenantId, async (tx) => {
      // If an event arrives twice at a time, the second insert waits for the first transaction.
      const inserted = await exec(tx, INSERT_RECEIVED, [event.tenantId, event.id, event.type, event.from]);
      if (inserted === 0) return 'duplicate';
      await handle(tx, event);
      return 'applied';
    });
  }

  @Every({ every: HOUR_MS })
  async deleteOld(): Promise<number> {
    return this.database.statement((pool) => exec(pool, DELETE_RECEIVED, [KEPT]));
  }
}
