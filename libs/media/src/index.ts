export { MEDIA_ENTITIES } from './entities.js';
export { mediaFileName, mediaPath } from './media-path.js';
export { MediaFile, type MediaFileType } from './media-file.entity.js';
export { MEDIA_BLOBS, MEDIA_TABLES, mediaTablesSql } from './media-tables.js';
export { Media } from './media.entity.js';
