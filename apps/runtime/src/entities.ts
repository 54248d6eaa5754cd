import { EXPERIMENT_ENTITIES } from '#libs/sites/experiments';
import { FORM_ENTITIES } from '#libs/sites/forms';
import { OUTBOX_ENTITIES } from '#libs/core/jobs';
import { REPLAY_ENTITIES } from '#libs/sites/replay';
import { MEDIA_ENTITIES, SITE_ENTITIES } from '#libs/sites/sites';
import { TAG_ENTITIES } from '#libs/sites/tags';
import { TRAFFIC_ENTITIES } from '#libs/sites/traffic';
import type { Entities } from '#libs/core/persistence';
import { BLOB_ENTITIES } from '#libs/core/storage';

/** The tables of the runtime, which are in the database of Pages. */
export const ENTITIES: Entities = [
  ...BLOB_ENTITIES,
  ...EXPERIMENT_ENTITIES,
  ...FORM_ENTITIES,
  ...MEDIA_ENTITIES,
  ...OUTBOX_ENTITIES,
  ...REPLAY_ENTITIES,
  ...SITE_ENTITIES,
  ...TAG_ENTITIES,
  ...TRAFFIC_ENTITIES,
];
