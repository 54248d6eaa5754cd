import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { logger } from '#libs/core/observability';

const CONNECT_MS = 5_000;
const CHUNK_BYTES = 64 * 1024;
/** Error codes of a connection that the server has closed. */
const CUT: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ECONNRESET']);
const REPLY_MAX = 4_096;
const COMMAND = Buffer.from('zINSTREAM\0');

/** One INSTREAM command of clamd, on a connection of its own. */
export class ClamdStream {
  /** Bytes of content that were written, or could not be. */
  sentBytes = 0;
  /** Whether clamd closed the connection before it had read everything. */
  isCut = false;
  private received = '';
  private answer: string | undefined;
  private readonly replied: Promise<string>;

  private constructor(private readonly socket: Socket) {
    this.replied = new Promise((resolve, reject) => {
      // Not by an iterator: what it has not taken yet is lost when a write fails, and clamd closes behind its answer.
      socket.on('data', (chunk: Buffer) => {
        this.receive(chunk.toString('latin1'));
        if (this.answer !== undefined) resolve(this.answer);
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        this.isCut = CUT.has(error.code);
        logger.debug('The connection to clamd failed', { error });
        reject(error);
      });
      socket.on('close', () => reject(new Error('clamd closed the connection without an answer')));
    });
    // It may come, or fail, while content is still being written.
    this.replied.catch(() => undefined);
  }

  /** @param clamdUrl `tcp://<host>:<port>` or `unix:<path>` */
  static async open(clamdUrl: string): Promise<ClamdStream> {
    const url = new URL(clamdUrl);
    const socket =
      url.protocol === 'unix:'
        ? connect({ path: decodeURIComponent(url.pathname) })
        : connect({ host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || 3310) });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
    } catch (error) {
      socket.destroy();
      throw error;
    }
    return new ClamdStream(socket);
  }

  /** Chunks with their lengths in front, and a length of 0 at the end. Throws what the source throws. */
  async send(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void> {
    await this.write(COMMAND);
    for await (const content of source) {
      for (let start = 0; start < content.length; start += CHUNK_BYTES) {
        const chunk = content.subarray(start, start + CHUNK_BYTES);
        this.sentBytes += chunk.length;
        // After its answer, such as that it is too much, clamd reads no more and closes.
        if (!(await this.write(Buffer.concat([lengthOf(chunk.length), chunk])))) return;
      }
    }
    await this.write(lengthOf(0));
  }

  /** Only the length of a chunk: clamd refuses one that is too large before it comes, and waits for any other. */
  async announce(bytes: number): Promise<void> {
    await this.write(Buffer.concat([COMMAND, lengthOf(bytes)]));
  }

  /** Waits for the reply of clamd, without the NUL at its end. @throws if the connection ends without one */
  reply(): Promise<string> {
    return this.replied;
  }

  destroy(reason?: Error): void {
    this.socket.destroy(reason);
  }

  private receive(text: string): void {
    this.received += text;
    const end = this.received.indexOf('\0');
    if (end >= 0) this.answer ??= this.received.slice(0, end);
    else if (this.received.length > REPLY_MAX) this.destroy(new Error('clamd gave an answer without an end'));
  }

  /** False if nothing more can be written. */
  private async write(bytes: Buffer): Promise<boolean> {
    // Reads what has come: with a write that fails, an answer is lost that is not read yet.
    await setImmediate();
    if (this.answer !== undefined || !this.socket.writable) return false;
    return new Promise((done) => this.socket.write(bytes, (error) => done(!error)));
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}
