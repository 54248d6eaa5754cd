import { SmsFailure, type RecipientFault, type SmsFailureKind } from '../failure.js';

interface Verdict {
  kind: SmsFailureKind;
  recipient?: RecipientFault;
}

/**
 * Error codes of Twilio's dictionary that say more than the HTTP status they come with. The others go by the status:
 * the dictionary grows, and codes are split, all the time.
 */
const VERDICTS: Readonly<Record<string, Verdict>> = {
  // No such number, a number that takes no messages, a landline.
  21211: { kind: 'permanent', recipient: 'invalid' },
  21214: { kind: 'permanent', recipient: 'invalid' },
  21217: { kind: 'permanent', recipient: 'invalid' },
  21614: { kind: 'permanent', recipient: 'invalid' },
  // The recipient answered STOP.
  21610: { kind: 'permanent', recipient: 'unsubscribed' },
  // The sender's queue is full; too many requests; too many messages of this sender.
  21611: { kind: 'temporary' },
  20429: { kind: 'temporary' },
  14107: { kind: 'temporary' },
  30001: { kind: 'temporary' },
  // The credentials or the account are refused, and no message is at fault.
  20003: { kind: 'temporary' },
  20005: { kind: 'temporary' },
  30002: { kind: 'temporary' },
  // Internal errors.
  20500: { kind: 'temporary' },
  20503: { kind: 'temporary' },
};

/** Statuses that say nothing about this message: our credentials, our URL, the pace, a conflict, a proxy between. */
const NOT_THE_MESSAGE = new Set([401, 403, 404, 405, 407, 408, 409, 421, 425, 429]);
/** A server or a proxy that failed on the way may have passed the message on; one that is unavailable did not. */
const UNCERTAIN = new Set([500, 502, 504]);

export interface Refusal {
  status: number;
  code?: string;
  message?: string;
  retryAfterMs?: number;
}

/** Failure for an answer that is no success. */
export function refusal({ status, code, message, retryAfterMs }: Refusal): SmsFailure {
  const known = code === undefined ? undefined : VERDICTS[code];
  const { kind, recipient } = known ?? { kind: kindOf(status), recipient: undefined };
  const said = message === undefined || message === '' ? '' : `: ${message}`;
  return new SmsFailure(`the carrier answered ${code ?? `HTTP ${status}`}${said}`, {
    kind,
    code: code ?? String(status),
    recipient,
    uncertain: known === undefined && UNCERTAIN.has(status),
    retryAfterMs: kind === 'temporary' ? retryAfterMs : undefined,
  });
}

function kindOf(status: number): SmsFailureKind {
  return status >= 400 && status < 500 && !NOT_THE_MESSAGE.has(status) ? 'permanent' : 'temporary';
}

const MAX_RETRY_AFTER_MS = 24 * 3_600_000;

/** Retry-After (RFC 9110 section 10.2.3), seconds or a date, in milliseconds from now; at most a day. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const wait = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS) : undefined;
}
