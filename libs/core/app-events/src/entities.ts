import type { Entities } from '#libs/core/persistence';
import { AppEventReceived } from './app-event-received.entity.js';

/** The table of received events, for the database of every app that receives events. */
export const APP_EVENT_ENTITIES: Entities = [AppEventReceived];
