import type { BlobSource } from './blob-store.js';

/** The beginning of a source, and the whole of it as a source. */
export interface Begun {
  /** The content, if it is no longer than was asked for. */
  whole: Buffer | undefined;
  /** The content from its first byte on; to be read once. */
  source: BlobSource;
}

/** Reads a source until it ends or has given more than `maxBytes`. @throws what the source throws */
export async function beginningOf(source: BlobSource, maxBytes: number): Promise<Begun> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const rest = iteratorOf(source);
  for (;;) {
    const { done, value } = await rest.next();
    if (done) {
      const whole = Buffer.concat(chunks, bytes);
      return { whole, source: [whole] };
    }
    chunks.push(value);
    bytes += value.length;
    if (bytes > maxBytes) return { whole: undefined, source: continued(chunks, rest) };
  }
}

async function* continued(chunks: readonly Uint8Array[], rest: Chunks): AsyncGenerator<Uint8Array, void> {
  try {
    yield* chunks;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    // A source that is not read to its end frees what it holds.
    await rest.return?.();
  }
}

type Chunks = AsyncIterator<Uint8Array> | Iterator<Uint8Array>;

const iteratorOf = (source: BlobSource): Chunks =>
  Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
