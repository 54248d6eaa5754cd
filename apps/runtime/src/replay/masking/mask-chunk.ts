import { gunzipSync, gzipSync } from 'node:zlib';
import { maskEvents } from './mask-events.js';
import { MaskedRegions } from './mask-nodes.js';
import { CHUNK_MAX_BYTES, type MaskedChunk, type MaskReply, type MaskRequest } from './mask-thread-messages.js';
import { UnreadableRecording } from './recorded-events.js';

/** Reads, masks and packs a chunk. Never throws for what is in it. */
export function maskChunk(request: MaskRequest): MaskReply {
  try {
    return { chunk: masked(request) };
  } catch (error) {
    if (error instanceof UnreadableRecording) return { unreadable: error.message };
    // Nested too deep for the engine to write it.
    if (error instanceof RangeError) return { unreadable: 'The recording is nested too deep' };
    throw error;
  }
}

function masked({ events, regions: stored }: MaskRequest): MaskedChunk {
  const regions = MaskedRegions.of(stored);
  const found = maskEvents(parse('json' in events ? events.json : unpack(events.gzip)), regions);
  const json = JSON.stringify(found.events);
  const { from, to, address } = found;
  const content = new Uint8Array(gzipSync(json));
  const bytes = Buffer.byteLength(json);
  return { content, bytes, events: found.events.length, from, to, address, regions: regions.toStored() };
}

function unpack(gzip: Uint8Array): string {
  try {
    return gunzipSync(gzip, { maxOutputLength: CHUNK_MAX_BYTES }).toString('utf8');
  } catch (error) {
    throw new UnreadableRecording('The events are no gzip, or too long', { cause: error });
  }
}

function parse(json: string): unknown {
  if (json.length > CHUNK_MAX_BYTES) throw new UnreadableRecording('The events are too long');
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UnreadableRecording('The events are no JSON', { cause: error });
  }
}
