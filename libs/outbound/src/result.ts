import type { IncomingHttpHeaders } from 'node:http';

/** Why there was no HTTP answer. */
export type OutboundFailureKind = 'refused-address' | 'dns' | 'connect' | 'timeout' | 'tls' | 'too-large' | 'protocol';

/** The receiver answered, with whatever status. */
export interface OutboundAnswer {
  answered: true;
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  /**
   * The answer's body as text, cut at `maxResponseBytes`. U+FFFD stands for what is not UTF-8 and for NUL, which
   * Postgres cannot hold. Empty for a body with a Content-Encoding, which we did not ask for.
   */
  bodySnippet: string;
  /** Whether the body was longer than what was read. */
  truncated: boolean;
  durationMs: number;
}

/** There was no answer, or not a whole one. `message` is a sentence for the owner of the URL; it names no address. */
export interface OutboundFailure {
  answered: false;
  kind: OutboundFailureKind;
  message: string;
  durationMs: number;
}

export type OutboundResult = OutboundAnswer | OutboundFailure;

/** Whether the receiver took it: 2xx. A redirect is not followed, so it counts as any other refusal. */
export function isDelivered(result: OutboundResult): boolean {
  return result.answered && result.status >= 200 && result.status < 300;
}
