import type { IncomingHttpHeaders } from 'node:http';

/** Why there was no HTTP answer. */
export type OutboundFailureKind = 'refused-address' | 'dns' | 'connect' | 'timeout' | 'tls' | 'too-large' | 'protocol';

/** The receiver answered, with any status. */
export interface OutboundAnswer {
  answered: true;
  status: number;
  /** Names in lower case. */
  headers: IncomingHttpHeaders;
  /**
   * The body as text, truncated at `maxResponseBytes`. U+FFFD replaces invalid UTF-8 and NUL, which Postgres cannot
   * store. Empty for a body with a Content-Encoding.
   */
  bodySnippet: string;
  /** Whether the body was longer than `maxResponseBytes`. */
  truncated: boolean;
  durationMs: number;
}

/** There was no complete answer. `message` is a sentence for the owner of the URL; it contains no address. */
export interface OutboundFailure {
  answered: false;
  kind: OutboundFailureKind;
  message: string;
  durationMs: number;
}

export type OutboundResult = OutboundAnswer | OutboundFailure;

/** Whether the status is 2xx. A redirect is not followed and counts as a failure. */
export function isDelivered(result: OutboundResult): boolean {
  return result.answered && result.status >= 200 && result.status < 300;
}
