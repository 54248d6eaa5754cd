import type { Entities } from '#libs/persistence';
import { OutboxRow } from './outbox-row.entity.js';

/** The tables of the outbox, which every app that enqueues work has in its database. */
export const OUTBOX_ENTITIES: Entities = [OutboxRow];
