export type { AppEvent, AppEventType } from './app-event.js';
export { APP_EVENT_JOB } from './app-event.js';
export { AppEventsModule, type AppEventsOptions } from './app-events.module.js';
export { AppEventSender } from './app-event-sender.js';
export { APP_EVENT_ENTITIES } from './entities.js';
export { appEventsSql } from './app-events-schema.js';
export { type DeliveredEvent, OnAppEventDelivered } from './on-app-event-delivered.js';
export { OnAppEvent, OnAppEvents } from './on-app-event.js';

/**
 * Events between apps: type → payload. The apps add theirs by declaration merging, for which it is declared in this file:
 *
 *     declare module '#libs/app-events' {
 *       interface AppEvents { 'crm.contact.promoted': { contactId: string } }
 *     }
 */
export interface AppEvents {}
