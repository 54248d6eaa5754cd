/** `permanent`: the message will never be accepted. `temporary`: retry later. */
export type SmsFailureKind = 'permanent' | 'temporary';

/** The recipient's part in a rejection: the number does not exist, or its owner opted out. */
export type RecipientFault = 'invalid' | 'unsubscribed';

export interface SmsFailureDetails {
  kind: SmsFailureKind;
  code?: string;
  recipient?: RecipientFault;
  uncertain?: boolean;
  refusesCredentials?: boolean;
  retryAfterMs?: number;
  cause?: unknown;
}

/** Why a message was not sent. */
export class SmsFailure extends Error {
  readonly kind: SmsFailureKind;
  /** The carrier's code, such as `ESME_RTHROTTLED` or `21610`; absent without an answer. */
  readonly code?: string;
  /** A sentence for the message's timeline, without line breaks. May quote the carrier. */
  readonly reason: string;
  /** Set if the carrier would reject every message to this recipient. */
  readonly recipient?: RecipientFault;
  /** Whether the carrier may have accepted the message or a part of it: a retry may deliver it twice. */
  readonly uncertain: boolean;
  /** Whether the carrier refuses the account or its password: it would refuse every message. */
  readonly refusesCredentials: boolean;
  /** Milliseconds to wait, from the carrier. */
  readonly retryAfterMs?: number;

  constructor(reason: string, details: SmsFailureDetails) {
    const clean = oneLine(reason);
    super(clean, { cause: details.cause });
    this.name = 'SmsFailure';
    this.reason = clean;
    this.kind = details.kind;
    this.code = details.code;
    this.recipient = details.recipient;
    this.uncertain = details.uncertain ?? false;
    this.refusesCredentials = details.refusesCredentials ?? false;
    this.retryAfterMs = details.retryAfterMs;
  }
}

const MAX_REASON = 500;

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- removes control characters
  return text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').slice(0, MAX_REASON);
}
