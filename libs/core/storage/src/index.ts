/** Files of tenants, in a folder or a bucket, and which pictures are among them. */

export type { BlobInfo, ByteRange } from './blob-store.js';
export { BLOB_PARAMETERS, type BlobOfTenant, type BlobReference, blobValues, insertBlobsSql } from './blob.sql.js';
export { Blobs, BYTES_IN_ROW } from './blobs.js';
export { blobContentSql, blobTableSql } from './blob-schema.js';
export { BLOB_ENTITIES } from './entities.js';
export { BlobNotFound, BlobTooLarge, StorageUnavailable } from './errors.js';
export type { S3BlobStore } from './s3-store.js';
export { openBucket, StorageModule, type StorageModuleOptions } from './storage.module.js';
export { formatOf, type ImageFormat, type RasterFormat } from './pictures/image-format.js';
export { MAX_PIXELS, MAX_SIDE } from './pictures/picture-limits.js';
export { sharp } from './pictures/sharp.js';
