import { Inject, Injectable } from '@nestjs/common';
import { v7 } from 'uuid';
import { Outbox } from '#libs/core/jobs';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { SecretBox } from '#libs/core/secrets';
import { APP_EVENT_JOB, type AppEventType, type OutgoingEvent, PAYLOAD_PURPOSE } from './app-event.js';
import { APP_EVENTS_OPTIONS, type AppEventsOptions } from './app-events-options.js';
import type { ReceiverOf } from './catalogue/catalogue.js';
import { PayloadChecks } from './catalogue/payload-checks.js';
import type { AppEvents } from './index.js';

/** Sends events to other apps. */
@Injectable()
export class AppEventSender {
  constructor(
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    private readonly checks: PayloadChecks,
    @Inject(APP_EVENTS_OPTIONS) private readonly options: AppEventsOptions,
  ) {}

  /**
   * Enqueues an event in the caller's transaction: it is sent if, and only if, that transaction commits. Delivery is
   * retried for seven days. Events may arrive in any order. Returns the id.
   * @throws Error if the receiver's URL is not configured; with `checksPayloads`, if the payload is invalid, or if the
   * catalogue does not have this app and the receiver at the ends of the event
   */
  async send<T extends AppEventType>(
    tx: SqlExecutor,
    tenantId: TenantId,
    to: ReceiverOf<T>,
    type: T,
    payload: AppEvents[T],
  ): Promise<string> {
    const [id] = await this.sendAll(tx, to, type, [{ tenantId, payload }]);
    return id!;
  }

  /** The same for several events of one type, of any tenants, in one statement. */
  async sendAll<T extends AppEventType>(
    tx: SqlExecutor,
    to: ReceiverOf<T>,
    type: T,
    events: readonly { tenantId: TenantId; payload: AppEvents[T] }[],
  ): Promise<string[]> {
    const jobs = events.map(({ tenantId, payload }) => ({
      tenantId,
      payload: this.compose(tenantId, to, type, payload),
    }));
    await this.outbox.enqueue(tx, APP_EVENT_JOB, jobs);
    return jobs.map(({ payload: { id } }) => id);
  }

  /**
   * The payload of a job `APP_EVENT_JOB` that sends an event, for a statement that writes its own outbox rows.
   * @throws Error as {@link send} does
   */
  compose<T extends AppEventType>(
    tenantId: TenantId,
    to: ReceiverOf<T>,
    type: T,
    payload: AppEvents[T],
  ): OutgoingEvent {
    if (this.options.checksPayloads) this.check(to, type, payload);
    if (!(to in this.options.receivers)) throw new Error(`Events to ${to} have no address`);
    const sealed = this.secrets.seal(tenantId, PAYLOAD_PURPOSE, JSON.stringify(payload));
    return { id: v7(), to, type, occurredAt: new Date().toISOString(), sealed };
  }

  private check(to: string, type: string, payload: unknown): void {
    // As it arrives: JSON leaves out what is undefined.
    const fault = this.checks.faultOf(type, JSON.parse(JSON.stringify(payload)));
    if (fault !== undefined) throw new Error(`The event ${type} is invalid: ${fault}`);
    const { from, to: receivers } = this.checks.find(type)!;
    if (!from.includes(this.options.app) || !receivers.includes(to))
      throw new Error(`The catalogue has no event ${type} from ${this.options.app} to ${to}`);
  }
}
