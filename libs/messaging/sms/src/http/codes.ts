import { SmsFailure, type RecipientFault, type SmsFailureKind } from '../failure.js';

interface Verdict {
  kind: SmsFailureKind;
  recipient?: RecipientFault;
}

/**
 * Twilio's error codes that are more precise than their HTTP status. All others are judged by the status, because the
 * list of codes changes often.
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
  // The credentials or the account are rejected; this does not depend on the message.
  20003: { kind: 'temporary' },
  20005: { kind: 'temporary' },
  30002: { kind: 'temporary' },
  // Internal errors.
  20500: { kind: 'temporary' },
  20503: { kind: 'temporary' },
};

/** Statuses that do not depend on the message: credentials, URL, rate limits, conflicts, proxies. */
const NOT_ABOUT_MESSAGE = new Set([401, 403, 404, 405, 407, 408, 409, 421, 425, 429]);
/** With these statuses a server or proxy may have forwarded the message; with 503 it did not. */
const UNCERTAIN = new Set([500, 502, 504]);

/** The account is unknown, closed or suspended, or has another password. */
const CREDENTIALS_REFUSED = new Set(['20003', '20005', '20404', '30002']);

export interface Rejection {
  status: number;
  code?: string;
  message?: string;
  retryAfterMs?: number;
}

/** The failure of an answer that is not 2xx. */
export function rejection({ status, code, message, retryAfterMs }: Rejection): SmsFailure {
  const known = code === undefined ? undefined : VERDICTS[code];
  const { kind, recipient } = known ?? { kind: kindOf(status), recipient: undefined };
  const said = message === undefined || message === '' ? '' : `: ${message}`;
  return new SmsFailure(`the carrier answered ${code ?? `HTTP ${status}`}${said}`, {
    kind,
    code: code ?? String(status),
    recipient,
    refusesCredentials: refusesCredentials(status, code),
    uncertain: known === undefined && UNCERTAIN.has(status),
    retryAfterMs: kind === 'temporary' ? retryAfterMs : undefined,
  });
}

/** 403 and 404 with a code may be about the message. */
function refusesCredentials(status: number, code: string | undefined): boolean {
  if (status === 401) return true;
  return code === undefined ? status === 403 || status === 404 : CREDENTIALS_REFUSED.has(code);
}

function kindOf(status: number): SmsFailureKind {
  return status >= 400 && status < 500 && !NOT_ABOUT_MESSAGE.has(status) ? 'permanent' : 'temporary';
}
