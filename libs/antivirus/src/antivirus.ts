import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pLimit from 'p-limit';
import { logger } from '#libs/observability';
import { AntivirusUnavailable } from './errors.js';

/** What the scanner found; `unscanned` where none is configured. */
export type ScanResult = { verdict: 'clean' } | { verdict: 'infected'; signature: string } | { verdict: 'unscanned' };

export interface AntivirusOptions {
  /** `tcp://<host>:<port>` or `unix:<path>` of clamd; nothing is scanned without it. */
  clamdUrl?: string;
  /** How long one scan may take (milliseconds); one minute by default. */
  timeoutMs?: number;
  /** Scans at a time; 8 by default. */
  concurrency?: number;
}

export type ScanSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const TIMEOUT_MS = 60_000;
const CONNECT_MS = 5_000;
const CONCURRENCY = 8;
const CHUNK_BYTES = 64 * 1024;
const REPLY_MAX = 4_096;

/** Scans content for viruses by clamd, with its INSTREAM command. Content goes through in chunks. */
export class Antivirus {
  private readonly limit: ReturnType<typeof pLimit>;

  constructor(private readonly options: AntivirusOptions) {
    this.limit = pLimit(options.concurrency ?? CONCURRENCY);
  }

  /** Whether there is a scanner. */
  get isConfigured(): boolean {
    return Boolean(this.options.clamdUrl);
  }

  /**
   * The signature of an infected content is the name of what was found.
   * @throws AntivirusUnavailable if clamd cannot be reached, does not answer in time, or does not scan so much; and what the
   * source throws
   */
  async scan(source: ScanSource): Promise<ScanResult> {
    const { clamdUrl } = this.options;
    if (!clamdUrl) return { verdict: 'unscanned' };
    return this.limit(() => this.scanBy(clamdUrl, source));
  }

  private async scanBy(clamdUrl: string, source: ScanSource): Promise<ScanResult> {
    const socket = await open(clamdUrl);
    const timer = setTimeout(
      () => socket.destroy(new Error('clamd did not answer in time')),
      this.options.timeoutMs ?? TIMEOUT_MS,
    );
    try {
      const reply = replyOf(socket);
      // It may come, or fail, while content is still being written.
      reply.catch(() => undefined);
      await send(socket, source);
      return toResult(await reply);
    } finally {
      clearTimeout(timer);
      socket.destroy();
    }
  }
}

async function open(clamdUrl: string): Promise<Socket> {
  const url = new URL(clamdUrl);
  const socket =
    url.protocol === 'unix:'
      ? connect({ path: decodeURIComponent(url.pathname) })
      : connect({ host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || 3310) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
  } catch (error) {
    socket.destroy();
    throw unavailable(error);
  }
  socket.on('error', (error) => logger.debug('The connection to clamd failed', { error }));
  return socket;
}

/** INSTREAM: chunks with their lengths in front, and a length of 0 at the end. */
async function send(socket: Socket, source: ScanSource): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const content of source) {
    for (let start = 0; start < content.length; start += CHUNK_BYTES) {
      const chunk = content.subarray(start, start + CHUNK_BYTES);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(chunk.length);
      // After its answer, such as that it is too much, clamd reads no more.
      if (!(await write(socket, Buffer.concat([length, chunk])))) return;
    }
  }
  await write(socket, Buffer.alloc(4));
}

/** False if the connection is closed. */
async function write(socket: Socket, bytes: Buffer): Promise<boolean> {
  if (socket.destroyed || !socket.writable) return false;
  return new Promise((done) => socket.write(bytes, (error) => done(!error)));
}

async function replyOf(socket: Socket): Promise<string> {
  let reply = '';
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      reply += chunk.toString('latin1');
      const end = reply.indexOf('\0');
      if (end >= 0) return reply.slice(0, end);
      if (reply.length > REPLY_MAX) break;
    }
  } catch (error) {
    throw unavailable(error);
  }
  throw unavailable(new Error('clamd closed the connection without an answer'));
}

/** `stream: OK`, `stream: <signature> FOUND` or `<reason> ERROR`. */
function toResult(reply: string): ScanResult {
  if (reply === 'stream: OK') return { verdict: 'clean' };
  const found = /^stream: (.+) FOUND$/.exec(reply);
  if (found?.[1]) return { verdict: 'infected', signature: found[1] };
  throw unavailable(new Error(`clamd answered: ${reply.slice(0, 200)}`));
}

const unavailable = (cause: unknown): AntivirusUnavailable =>
  cause instanceof AntivirusUnavailable ? cause : new AntivirusUnavailable(cause);
