import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { AttachmentMeta, AttachmentSink, ParsedAttachment } from '../parsed-message.js';

const BUFFERED_BYTES = 256 * 1024;

/** Passes the content of a file to the sink as fast as it takes it. */
export class AttachmentPipe<Stored> {
  readonly #content = new PassThrough({ highWaterMark: BUFFERED_BYTES });
  readonly #stored: Promise<Stored>;
  #isDone = false;
  #bytes = 0;

  constructor(
    private readonly meta: AttachmentMeta,
    sink: AttachmentSink<Stored>,
  ) {
    this.#stored = sink.attachment(meta, this.#content as AsyncIterable<Buffer>).finally(() => {
      this.#isDone = true;
      this.#content.destroy();
    });
    // It may fail while the message is still being read; `end` throws the error.
    this.#stored.catch(() => undefined);
    this.#content.on('error', () => undefined);
  }

  async write(bytes: Buffer): Promise<void> {
    this.#bytes += bytes.length;
    if (this.#isDone || this.#content.destroyed || bytes.length === 0) return;
    if (!this.#content.write(bytes)) await Promise.race([once(this.#content, 'drain'), once(this.#content, 'close')]);
  }

  /** @throws what the sink throws */
  async end(): Promise<ParsedAttachment & { stored: Stored }> {
    this.#content.end();
    return { ...this.meta, bytes: this.#bytes, stored: await this.#stored };
  }

  /** Gives up: the message could not be read to its end. */
  abort(error: Error): void {
    this.#content.destroy(error);
  }
}
