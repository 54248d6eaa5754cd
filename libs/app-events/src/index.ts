export type { AppEvent, AppEventType, AppEvents } from './app-event.js';
export { APP_EVENT_JOB } from './app-event.js';
export { AppEventsModule, type AppEventsOptions } from './app-events.module.js';
export { AppEventSender } from './app-event-sender.js';
export { APP_EVENT_ENTITIES } from './entities.js';
export { appEventsSql } from './app-events-schema.js';
export { OnAppEvent } from './on-app-event.js';
