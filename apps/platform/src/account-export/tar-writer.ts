import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';

/** Writes an archive, file by file, as fast as it is read. */
export class TarWriter {
  private readonly pack = pack();

  /**
   * The bytes of the archive that `write` makes by adding files. It starts at once. An error of its is an error of the bytes,
   * and the archive has no end then.
   */
  async *chunksOf(write: () => Promise<void>): AsyncGenerator<Uint8Array> {
    const writing = write().then(
      () => this.pack.finalize(),
      (error: Error) => this.pack.destroy(error),
    );
    try {
      yield* this.pack as AsyncIterable<Uint8Array>;
    } finally {
      // The reader may have gone before the end.
      this.pack.destroy();
      await writing;
    }
  }

  /** Resolves when the content is handed on. */
  add(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pack.entry({ name }, content, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** @throws Error if the content has another length than `bytes` */
  async addStream(name: string, bytes: number, content: Readable): Promise<void> {
    if (bytes === 0) {
      content.destroy();
      return this.add(name, Buffer.alloc(0));
    }
    const added = new Promise<void>((resolve, reject) => {
      const entry = this.pack.entry({ name, size: bytes }, (error) => (error ? reject(error) : resolve()));
      pipeline(content, entry).catch(reject);
    });
    await added;
  }
}
