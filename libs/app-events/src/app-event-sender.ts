import { Inject, Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { Outbox, type OutboxTransaction } from '#libs/jobs';
import type { TenantId } from '#libs/persistence';
import { APP_EVENT_JOB, type AppEvents, type AppEventType, type OutgoingEvent } from './app-event.js';
import { APP_EVENTS_OPTIONS, type AppEventsOptions } from './app-events-options.js';

/** Sends events to other apps. */
@Injectable()
export class AppEventSender {
  constructor(
    private readonly outbox: Outbox,
    @Inject(APP_EVENTS_OPTIONS) private readonly options: AppEventsOptions,
  ) {}

  /**
   * Enqueues an event in the caller's transaction: it arrives if, and only if, that transaction commits. It is tried for
   * seven days; events may arrive in any order. Returns its id.
   * @throws Error for an app whose URL this one does not have
   */
  async send<T extends AppEventType>(
    tx: OutboxTransaction,
    tenantId: TenantId,
    to: string,
    type: T,
    payload: AppEvents[T],
  ): Promise<string> {
    if (!(to in this.options.receivers)) throw new Error(`Events to ${to} have no address`);
    const id = v7();
    const event: OutgoingEvent = { id, to, type, occurredAt: new Date().toISOString(), payload };
    await this.outbox.add(tx, [{ tenantId, kind: APP_EVENT_JOB, payload: event }]);
    return id;
  }
}
