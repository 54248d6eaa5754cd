/**
 * `permanent`: the message will never be accepted. `temporary`: retry later. `gone`: the device does not exist any more
 * and is to be deactivated.
 */
export type PushFailureKind = 'permanent' | 'temporary' | 'gone';

export interface PushFailureDetails {
  kind: PushFailureKind;
  code?: string;
  retryAfterMs?: number;
  /** False by default. */
  refusesCredential?: boolean;
  cause?: unknown;
}

/** Why a message was not sent. */
export class PushFailure extends Error {
  readonly kind: PushFailureKind;
  /** The push service's code, such as `UNREGISTERED`, or the HTTP status; absent without an answer. */
  readonly code?: string;
  /** A sentence for the message's timeline, without line breaks. May quote the push service. */
  readonly reason: string;
  /** Milliseconds to wait, from the push service's `Retry-After`. */
  readonly retryAfterMs?: number;
  /** Whether the push service refused the credential, not the message or the device. */
  readonly refusesCredential: boolean;

  constructor(reason: string, { kind, code, retryAfterMs, refusesCredential = false, cause }: PushFailureDetails) {
    const clean = oneLine(reason);
    super(clean, { cause });
    this.name = 'PushFailure';
    this.reason = clean;
    this.kind = kind;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.refusesCredential = refusesCredential;
  }

  /** The push service cannot be reached or did not answer. */
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
  // eslint-disable-next-line no-control-regex -- removes control characters
  return text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').slice(0, MAX_REASON);
}
