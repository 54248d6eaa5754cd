import type { Entities } from '#libs/persistence';
import { OutboxRow } from './outbox-row.entity.js';
import { QueueHold } from './queue-hold.entity.js';

/** The tables of the outbox and of its holds, which every app that enqueues work has in its database. */
export const OUTBOX_ENTITIES: Entities = [OutboxRow, QueueHold];
