import type { TenantId } from '#libs/persistence';
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

declare module '#libs/jobs' {
  interface Jobs {
    [APP_EVENT_JOB]: OutgoingEvent;
  }
}

/** The path at which an app receives events. */
export const APP_EVENTS_PATH = '/internal/events';

/** The payload of a job: an event and its receiver. */
export interface OutgoingEvent {
  id: string;
  to: string;
  type: string;
  occurredAt: string;
  payload: unknown;
}

/** The receiver's result. `unknown`: it has no handler for the type and stored nothing. */
export type Receipt = 'applied' | 'duplicate' | 'unknown';
