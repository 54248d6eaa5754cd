import { FORM_ENTITIES } from '#libs/forms';
import { OUTBOX_ENTITIES } from '#libs/jobs';
import type { Entities } from '#libs/persistence';
import { SITE_ENTITIES } from '#libs/sites';

/** The tables of the runtime, which are in the database of Pages. */
export const ENTITIES: Entities = [...FORM_ENTITIES, ...OUTBOX_ENTITIES, ...SITE_ENTITIES];
