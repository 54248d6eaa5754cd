import type { SmtpReply } from './reply.js';

/** `permanent`: this message will never be taken. `temporary`: trying again later makes sense. */
export type SmtpFailureKind = 'permanent' | 'temporary';

export interface SmtpFailureDetails {
  kind: SmtpFailureKind;
  code?: number;
  enhanced?: string;
  uncertain?: boolean;
  cause?: unknown;
}

/** Why a message was not handed over. */
export class SmtpFailure extends Error {
  readonly kind: SmtpFailureKind;
  /** The reply code of the server; absent when the server did not answer. */
  readonly code?: number;
  /** The enhanced status code (RFC 3463), where there was one. */
  readonly enhanced?: string;
  /** The reply on one line without control characters, or what happened instead of one. */
  readonly response: string;
  /**
   * True when the connection was lost after the message was complete and before the server answered: it may have been
   * taken. Sending it again must carry the same Message-ID.
   */
  readonly uncertain: boolean;

  constructor(response: string, { kind, code, enhanced, uncertain = false, cause }: SmtpFailureDetails) {
    super(response, { cause });
    this.name = 'SmtpFailure';
    this.kind = kind;
    this.code = code;
    this.enhanced = enhanced;
    this.response = response;
    this.uncertain = uncertain;
  }

  /** The server's refusal of this message: final for a 5xx, to be tried again for anything else. */
  static refusal(reply: SmtpReply): SmtpFailure {
    const { code, enhanced, text } = reply;
    return new SmtpFailure(text, { kind: code >= 500 ? 'permanent' : 'temporary', code, enhanced });
  }

  /** The server's refusal to talk to us at all: no fault of any message, so never final for one. */
  static ofConnection(what: string, reply: SmtpReply): SmtpFailure {
    return new SmtpFailure(`${what}: ${reply.text}`, { kind: 'temporary', code: reply.code, enhanced: reply.enhanced });
  }

  /** The connection could not be made, or broke. */
  static lost(error: Error, uncertain = false): SmtpFailure {
    if (error instanceof SmtpFailure && error.uncertain === uncertain) return error;
    return new SmtpFailure(describe(error), { kind: 'temporary', uncertain, cause: error });
  }
}

/** A host with several addresses fails with an AggregateError, which has a code and no message. */
function describe(error: Error & { code?: unknown }): string {
  return error.message || String(error.code ?? error.name);
}
