/** `permanent`: this message will never be taken. `temporary`: trying again later makes sense. */
export type SmsFailureKind = 'permanent' | 'temporary';

/** What a refusal says about the recipient, for whoever keeps lists: there is no such number, or its owner opted out. */
export type RecipientFault = 'invalid' | 'unsubscribed';

export interface SmsFailureDetails {
  kind: SmsFailureKind;
  code?: string;
  recipient?: RecipientFault;
  uncertain?: boolean;
  retryAfterMs?: number;
  cause?: unknown;
}

/** Why a message was not handed over. */
export class SmsFailure extends Error {
  readonly kind: SmsFailureKind;
  /** The carrier's own code, such as `ESME_RTHROTTLED` or `21610`; absent when the carrier did not answer. */
  readonly code?: string;
  /** A sentence for the message's timeline, without line breaks. It may quote the carrier. */
  readonly reason: string;
  /** Set when the refusal is about the recipient and would be the same for any other message. */
  readonly recipient?: RecipientFault;
  /** True when the carrier may have taken the message, or a part of it: sending it again may deliver it twice. */
  readonly uncertain: boolean;
  /** How long the carrier asks to be left alone, in milliseconds. */
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
    this.retryAfterMs = details.retryAfterMs;
  }
}

const MAX_REASON = 500;

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- removing control characters is what it is for
  return text.replaceAll(/[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').slice(0, MAX_REASON);
}
