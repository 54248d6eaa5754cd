import pLimit from 'p-limit';
import { logger } from '#libs/core/observability';
import { ClamdStream } from './clamd-stream.js';
import { AntivirusUnavailable } from './errors.js';

/** Result of a scan; `unscanned` if no scanner is configured, or if the content is larger than the scanner takes. */
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
/** How long clamd has to refuse a size (milliseconds). It waits for content if it does not. */
const ASKING_MS = 5_000;
const CONCURRENCY = 8;
const TOO_LARGE = 'INSTREAM size limit exceeded';

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
   * The signature of an infected content is the name of what was found. Content over `StreamMaxLength` of clamd is
   * `unscanned`: a later attempt would have the same end.
   * @throws AntivirusUnavailable if clamd cannot be reached or does not answer in time; and what the source throws
   */
  async scan(source: ScanSource): Promise<ScanResult> {
    const { clamdUrl } = this.options;
    if (!clamdUrl) return { verdict: 'unscanned' };
    return this.limit(() => this.scanBy(clamdUrl, source));
  }

  /** The same for what must not go on unscanned where there is a scanner. @throws AntivirusUnavailable for too large a content, too */
  async requireScan(source: ScanSource): Promise<ScanResult> {
    const result = await this.scan(source);
    if (this.isConfigured && result.verdict === 'unscanned')
      throw new AntivirusUnavailable(new Error('The content is larger than clamd scans'));
    return result;
  }

  private async scanBy(clamdUrl: string, source: ScanSource): Promise<ScanResult> {
    return this.converse(clamdUrl, this.options.timeoutMs ?? TIMEOUT_MS, async (clamd) => {
      await clamd.send(source);
      const reply = await clamd.reply().catch((error: unknown) => {
        if (clamd.isCut) return this.askSize(clamdUrl, clamd.sentBytes);
        throw new AntivirusUnavailable(error);
      });
      return toResult(reply);
    });
  }

  /**
   * Asks clamd whether it takes content of so many bytes, and returns its refusal. clamd closes the connection behind a
   * refusal, which is often lost with it if content is still being written.
   * @throws AntivirusUnavailable if clamd takes that many
   */
  private askSize(clamdUrl: string, bytes: number): Promise<string> {
    return this.converse(clamdUrl, ASKING_MS, async (clamd) => {
      await clamd.announce(bytes);
      return clamd.reply().catch(unavailable);
    });
  }

  private async converse<T>(clamdUrl: string, timeoutMs: number, work: (clamd: ClamdStream) => Promise<T>): Promise<T> {
    const clamd = await ClamdStream.open(clamdUrl).catch(unavailable);
    const timer = setTimeout(() => clamd.destroy(new Error('clamd did not answer in time')), timeoutMs);
    try {
      return await work(clamd);
    } finally {
      clearTimeout(timer);
      clamd.destroy();
    }
  }
}

/** `stream: OK`, `stream: <signature> FOUND` or `<reason> ERROR`. */
function toResult(reply: string): ScanResult {
  if (reply === 'stream: OK') return { verdict: 'clean' };
  if (reply.startsWith(TOO_LARGE)) {
    logger.warn('A file is larger than clamd scans; it stays unscanned. StreamMaxLength may be too small');
    return { verdict: 'unscanned' };
  }
  const found = /^stream: (.+) FOUND$/.exec(reply);
  if (found?.[1]) return { verdict: 'infected', signature: found[1] };
  return unavailable(new Error(`clamd answered: ${reply.slice(0, 200)}`));
}

function unavailable(cause: unknown): never {
  throw new AntivirusUnavailable(cause);
}
