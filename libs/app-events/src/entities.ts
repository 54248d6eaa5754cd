import type { Entities } from '#libs/persistence';
import { AppEventReceived } from './app-event-received.entity.js';

/** The table of received events, which every app that receives some has in its database. */
export const APP_EVENT_ENTITIES: Entities = [AppEventReceived];
