import type { AppEventType } from './app-event.js';

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
}
