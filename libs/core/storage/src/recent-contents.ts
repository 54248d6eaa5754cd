import { LRUCache } from 'lru-cache';

/** Bytes of a content that is kept in memory; a longer one is read from its store. */
export const RECENT_BYTES_MAX = 65_536;
const BYTES_MAX = 16_777_216;
const KEPT_MS = 60_000;

/** Small contents that this process has just stored: mail is read again a moment after it came. */
export class RecentContents {
  readonly #contents = new LRUCache<string, Buffer>({
    maxSize: BYTES_MAX,
    sizeCalculation: (content, key) => content.length + key.length,
    ttl: KEPT_MS,
  });

  get(key: string): Buffer | undefined {
    return this.#contents.get(key);
  }

  delete(key: string): void {
    this.#contents.delete(key);
  }

  set(key: string, content: Buffer): void {
    if (content.length <= RECENT_BYTES_MAX) this.#contents.set(key, alone(content));
  }
}

/** Copies a content whose memory others share: Node cuts short Buffers from 8 KiB, and each of them keeps the whole. */
function alone(content: Buffer): Buffer {
  if (content.buffer.byteLength === content.length) return content;
  const copy = Buffer.allocUnsafeSlow(content.length);
  content.copy(copy);
  return copy;
}
