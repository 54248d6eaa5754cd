import type { TenantId } from '#libs/core/persistence';
import type { AppEvents } from './index.js';

export type AppEventType = keyof AppEvents & string;

/** An event as its receiver gets it. */
export interface AppEvent<T extends AppEventType = AppEventType> {
  /** UUIDv7, the same however often the event arrives. */
  id: string;
  type: T;
  tenantId: TenantId;
  /** The app that sent it. */
  from: string;
  occurredAt: Date;
  payload: AppEvents[T];
}

/** The kind of job that delivers events; an app that sends some declares it among its jobs. */
export const APP_EVENT_JOB = 'app-event.deliver';

declare module '#libs/core/jobs' {
  interface Jobs {
    [APP_EVENT_JOB]: OutgoingEvent;
  }
}

/** The path at which an app receives events. */
export const APP_EVENTS_PATH = '/internal/events';

/** The path at which it receives several of one tenant at once. */
export const APP_EVENT_BATCHES_PATH = '/internal/events/batch';

/** Most events in a batch. */
export const MAX_BATCH = 50;

/** Purpose of the seal of a payload, under the keys of the tenant. */
export const PAYLOAD_PURPOSE = 'app-event';

/** The payload of a job: an event and its receiver. */
export interface OutgoingEvent {
  id: string;
  to: string;
  type: string;
  occurredAt: string;
  /** The event's payload as JSON, sealed: neither the outbox nor Redis shows personal data. */
  sealed?: string;
  /** The event's payload, of a job that an older version enqueued. */
  payload?: unknown;
}

/**
 * The receiver's result. `unknown`: it stored nothing, because it has no handler for the type, or because the payload is
 * invalid. Senders of every version make a dead letter of it.
 */
export type Receipt = 'applied' | 'duplicate' | 'unknown';

/** The receiver's answer to an event. */
export interface EventAnswer {
  receipt: Receipt;
  /** The path of the first invalid field of the payload, and what is wrong with it; never its value. */
  fault?: string;
}
