/**
 * `permanent`: this message will never be taken. `temporary`: trying again later makes sense. `gone`: the device will
 * take no message any more, so it is to be deactivated.
 */
export type PushFailureKind = 'permanent' | 'temporary' | 'gone';

export interface PushFailureDetails {
  kind: PushFailureKind;
  code?: string;
  retryAfterMs?: number;
  cause?: unknown;
}

/** Why a message was not handed over. */
export class PushFailure extends Error {
  readonly kind: PushFailureKind;
  /** The push service's own code, such as `UNREGISTERED`, or the HTTP status; absent when there was no answer. */
  readonly code?: string;
  /** A sentence for the message's timeline, without line breaks. It may quote the push service. */
  readonly reason: string;
  /** How long the push service asks to be left alone, in milliseconds. */
  readonly retryAfterMs?: number;

  constructor(reason: string, { kind, code, retryAfterMs, cause }: PushFailureDetails) {
    const clean = oneLine(reason);
    super(clean, { cause });
    this.name = 'PushFailure';
    this.reason = clean;
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** The push service could not be reached, or did not answer. */
  static unreachable(what: string, cause?: unknown): PushFailure {
    return new PushFailure(what, { kind: 'temporary', cause });
  }

  /** The transport was closed before the message was sent. */
  static closed(): PushFailure {
    return new PushFailure('The sender is shutting down', { kind: 'temporary' });
  }
}

const MAX_REASON = 500;

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- removing control characters is what it is for
  return text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').slice(0, MAX_REASON);
}
