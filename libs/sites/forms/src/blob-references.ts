import type { BlobReference } from '#libs/core/storage';

/**
 * The columns of the database of Pages that refer to blobs. Authoring and the runtime share the blobs, and what none of these
 * names is deleted: so both have the whole list.
 */
export const BLOB_REFERENCES: readonly BlobReference[] = [{ table: 'lead_file', column: 'hash' }];
