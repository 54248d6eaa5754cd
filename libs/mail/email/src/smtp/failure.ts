import type { SmtpReply } from './reply.js';

/** `permanent`: the message will never be accepted. `temporary`: retry later. */
export type SmtpFailureKind = 'permanent' | 'temporary';

/** Part of a message that a server answered: MAIL, RCPT, or DATA and what followed it. */
export type SmtpStage = 'sender' | 'recipient' | 'content';

export interface SmtpFailureDetails {
  kind: SmtpFailureKind;
  stage?: SmtpStage;
  code?: number;
  enhanced?: string;
  uncertain?: boolean;
  cause?: unknown;
}

/** Why a message was not sent. */
export class SmtpFailure extends Error {
  readonly kind: SmtpFailureKind;
  /** The server's reply code; absent without a reply. */
  readonly code?: number;
  /** Rejected part of the message; absent if the server rejected none of it. */
  readonly stage?: SmtpStage;
  /** The enhanced status code (RFC 3463), if there is one. */
  readonly enhanced?: string;
  /** The reply on one line without control characters, or the error. */
  readonly response: string;
  /**
   * Whether the server may have accepted the message: the connection was lost after the complete message and before the
   * reply. A retry must have the same Message-ID.
   */
  readonly uncertain: boolean;

  constructor(response: string, { kind, stage, code, enhanced, uncertain = false, cause }: SmtpFailureDetails) {
    super(response, { cause });
    this.name = 'SmtpFailure';
    this.kind = kind;
    this.stage = stage;
    this.code = code;
    this.enhanced = enhanced;
    this.response = response;
    this.uncertain = uncertain;
  }

  /** The server rejected the message: permanent for 5xx, else temporary. */
  static rejection({ code, enhanced, text }: SmtpReply, stage: SmtpStage): SmtpFailure {
    return new SmtpFailure(text, { kind: code >= 500 ? 'permanent' : 'temporary', stage, code, enhanced });
  }

  /** The server rejected the connection. This does not depend on a message, so it is temporary. */
  static ofConnection(what: string, reply: SmtpReply): SmtpFailure {
    return new SmtpFailure(`${what}: ${reply.text}`, { kind: 'temporary', code: reply.code, enhanced: reply.enhanced });
  }

  /** The connection could not be opened, or was lost. */
  static lost(error: Error, uncertain = false): SmtpFailure {
    if (error instanceof SmtpFailure && error.uncertain === uncertain) return error;
    return new SmtpFailure(describe(error), { kind: 'temporary', uncertain, cause: error });
  }
}

/** A host with several addresses fails with an AggregateError, which has a code and no message. */
function describe(error: Error & { code?: unknown }): string {
  return error.message || String(error.code ?? error.name);
}
