import { gunzipSync, gzipSync } from 'node:zlib';
import type { StoredRegions } from './mask-nodes.js';

export const packRegions = (regions: StoredRegions): Buffer => gzipSync(JSON.stringify(regions));

export const unpackRegions = (packed: Buffer): StoredRegions =>
  JSON.parse(gunzipSync(packed).toString()) as StoredRegions;
