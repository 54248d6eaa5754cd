import type { AppEventType } from './app-event.js';
import type { AppEventDefinition } from './catalogue/app-event-definition.js';

export const APP_EVENTS_OPTIONS = Symbol('app-events-options');

export interface AppEventsOptions {
  /** Name of this app, the sender in its events. */
  app: string;
  /** The bearer of calls between the apps. */
  serviceSecret: string;
  /** The base URLs of the receivers, by the names of their apps. */
  receivers: Readonly<Record<string, string>>;
  /** Types of which one call delivers many: their receivers handle them with `@OnAppEvents`. */
  batched?: readonly AppEventType[];
  /**
   * True to check payloads before they are enqueued, which finds a mistake where it is made. Production leaves it to the
   * receiver: an event that is a dead letter can be tried again, a request that failed is lost.
   */
  checksPayloads: boolean;
  /** The events that there are; the catalogue unless a test says otherwise. */
  definitions?: readonly AppEventDefinition[];
}
