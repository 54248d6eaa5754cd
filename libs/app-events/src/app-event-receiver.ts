import { Injectable } from '@nestjs/common';
import { Every } from '#libs/jobs';
import { Database, exec } from '#libs/persistence';
import type { AppEvent, Receipt } from './app-event.js';
import { AppEventHandlers } from './app-event-handlers.js';

const HOUR_MS = 3_600_000;
/** Much longer than an event is tried for, so that an operator may try a dead letter again. */
const KEPT = '90 days';

/** Gives each event its effect once, however often it arrives. */
@Injectable()
export class AppEventReceiver {
  constructor(
    private readonly database: Database,
    private readonly handlers: AppEventHandlers,
  ) {}

  /** Resolves when the effect is committed. @throws what the handler throws; the event is then as if it had not come */
  async receive(event: AppEvent): Promise<Receipt> {
    const handle = this.handlers.find(event.type);
    if (!handle) return 'unknown';
    return this.database.tenant(event.tenantId, async (tx) => {
      // One that arrives twice at once waits here for the other's end.
      const inserted = await exec(
        tx,
        `insert into app_event_received (tenant_id, id, type, sender) values ($1, $2, $3, $4) on conflict do nothing`,
        [event.tenantId, event.id, event.type, event.from],
      );
      if (inserted === 0) return 'duplicate';
      await handle(tx, event);
      return 'applied';
    });
  }

  @Every({ every: HOUR_MS })
  async deleteOld(): Promise<number> {
    const sql = `delete from app_event_received where received_at < now() - interval '${KEPT}'`;
    return this.database.statement((pool) => exec(pool, sql));
  }
}
