import type { Entities } from '#libs/core/persistence';
import { BlobRow } from './blob.entity.js';

/** The table of blobs, which every app that stores some has in its database. */
export const BLOB_ENTITIES: Entities = [BlobRow];
