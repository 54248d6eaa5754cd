export const APP_EVENTS_OPTIONS = Symbol('app-events-options');

export interface AppEventsOptions {
  /** Name of this app, which its events carry. */
  app: string;
  /** The bearer of calls between the apps. */
  serviceSecret: string;
  /** The base URLs of the apps that this one sends events to, by name. An app that only receives gives none. */
  receivers: Readonly<Record<string, string>>;
}
