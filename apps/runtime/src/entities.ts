import { FORM_ENTITIES } from '#libs/forms';
import { OUTBOX_ENTITIES } from '#libs/jobs';
import { MEDIA_ENTITIES } from '#libs/media';
import type { Entities } from '#libs/persistence';
import { SITE_ENTITIES } from '#libs/sites';
import { BLOB_ENTITIES } from '#libs/storage';

/** The tables of the runtime, which are in the database of Pages. */
export const ENTITIES: Entities = [
  ...BLOB_ENTITIES,
  ...FORM_ENTITIES,
  ...MEDIA_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...SITE_ENTITIES,
];
