import type { StoredRegions } from './mask-nodes.js';

/** Events of a page as they came. */
export interface MaskRequest {
  events: { json: string } | { gzip: Uint8Array };
  /** The regions after the events before these; null if those are not known. */
  regions: StoredRegions | null;
}

/** Events as they are stored. */
export interface MaskedChunk {
  /** The masked events as gzip of a JSON list. */
  content: Uint8Array;
  /** Length of the JSON. */
  bytes: number;
  events: number;
  /** Times of the first and the last event, by the clock of the visitor (milliseconds). */
  from: number;
  to: number;
  address: string | null;
  regions: StoredRegions;
}

export type MaskReply = { chunk: MaskedChunk } | { unreadable: string };

/** Length of the JSON of one chunk at most, packed or not. */
export const CHUNK_MAX_BYTES = 3 * 1024 * 1024;

/** The heap of the thread. */
export const MASK_THREAD_MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 } as const;
