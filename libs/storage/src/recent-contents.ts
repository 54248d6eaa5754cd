import { LRUCache } from 'lru-cache';
import type { BlobSource } from './blob-store.js';

/** What is longer is read from the store. */
const CONTENT_MAX = 65_536;
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

  /** Passes a source on. `keep` is to be called with its key when it is stored. */
  follow(source: BlobSource): { source: BlobSource; keep(key: string): void } {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const passed = async function* (): AsyncGenerator<Uint8Array, void> {
      for await (const chunk of source) {
        bytes += chunk.length;
        if (bytes <= CONTENT_MAX) chunks.push(Buffer.from(chunk));
        else chunks.length = 0;
        yield chunk;
      }
    };
    const keep = (key: string) => {
      if (bytes <= CONTENT_MAX) this.#contents.set(key, Buffer.concat(chunks, bytes));
    };
    return { source: passed(), keep };
  }
}
