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

/** Where an app takes events. */
export const APP_EVENTS_PATH = '/internal/events';

/** What a job carries: an event, and the app that it goes to. */
export interface OutgoingEvent {
  id: string;
  to: string;
  type: string;
  occurredAt: string;
  payload: unknown;
}

/**
 * What became of an event at its receiver. `unknown`: the receiver has no handler for the type, and kept nothing.
 */
export type Receipt = 'applied' | 'duplicate' | 'unknown';
