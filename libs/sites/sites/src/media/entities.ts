import type { Entities } from '#libs/core/persistence';
import { MediaFile } from './media-file.entity.js';
import { Media } from './media.entity.js';

export const MEDIA_ENTITIES: Entities = [Media, MediaFile];
