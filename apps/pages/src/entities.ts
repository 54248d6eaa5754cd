import { AUDIT_ENTITIES } from '#libs/audit';
import { OUTBOX_ENTITIES } from '#libs/jobs';
import type { Entities } from '#libs/persistence';

/** The tables of Pages. */
export const ENTITIES: Entities = [...AUDIT_ENTITIES, ...OUTBOX_ENTITIES];
