import type { Entities } from '#libs/core/persistence';
import { OutboxRow } from './outbox/outbox-row.entity.js';
import { QueueHold } from './holds/queue-hold.entity.js';

/** The tables of the outbox and of its holds, which every app that enqueues work has in its database. */
export const OUTBOX_ENTITIES: Entities = [OutboxRow, QueueHold];
