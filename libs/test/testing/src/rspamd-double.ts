import { HttpSink, type SunkRequest } from './http-sink.js';

/** The text by which mail servers are tested: a message with it is spam everywhere. */
export const GTUBE = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X';

interface DoubledAnswer {
  action: string;
  score: number;
  symbols: Record<string, { name: string; score: number }>;
}

const CLEAN: DoubledAnswer = {
  action: 'no action',
  score: -0.5,
  symbols: { R_DKIM_ALLOW: { name: 'R_DKIM_ALLOW', score: -0.5 } },
};
const REJECTED: DoubledAnswer = { action: 'reject', score: 15, symbols: { GTUBE: { name: 'GTUBE', score: 0 } } };

/** A server on 127.0.0.1 that answers `POST /checkv2` as Rspamd does, and finds the GTUBE text. */
export class RspamdDouble {
  /** Verdict on messages without GTUBE; undefined for its own. */
  verdict: DoubledAnswer | undefined;

  private constructor(readonly sink: HttpSink) {
    sink.answer((request) => this.answer(request));
  }

  static async start(): Promise<RspamdDouble> {
    return new RspamdDouble(await HttpSink.start());
  }

  get url(): string {
    return this.sink.url;
  }

  /** The messages that it was asked about, with the headers of the question. */
  get asked(): readonly SunkRequest[] {
    return this.sink.requests;
  }

  async stop(): Promise<void> {
    await this.sink.stop();
  }

  private answer({ method, path, text }: SunkRequest): { status?: number; body: string } {
    if (method !== 'POST' || path !== '/checkv2') return { status: 404, body: '{"error":"invalid command"}' };
    const found = text.includes(GTUBE) ? REJECTED : (this.verdict ?? CLEAN);
    return { body: JSON.stringify({ is_skipped: false, required_score: 15, ...found }) };
  }
}
