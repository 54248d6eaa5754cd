import { retryAfterMs } from '#libs/core/outbound';
import { PushFailure, type PushFailureKind } from '../failure.js';
import type { JsonAnswer } from './http.js';

interface GoogleError {
  status?: string;
  message?: string;
  details?: { errorCode?: string; fieldViolations?: { field?: string }[] }[];
}

/** Delay after QUOTA_EXCEEDED without a Retry-After, as FCM's documentation asks. */
const QUOTA_PAUSE_MS = 60_000;

/**
 * Codes about the device or the message. All others (our credential, FCM's load) are temporary, because they do not
 * depend on the message.
 */
const FINAL: Record<string, PushFailureKind> = {
  UNREGISTERED: 'gone',
  // Not `gone`: a wrong project in our configuration would deactivate every device.
  SENDER_ID_MISMATCH: 'permanent',
  INVALID_ARGUMENT: 'permanent',
};

/** The failure of an answer that is not 200 (FCM HTTP v1, "ErrorCode"). */
export function refusalOf({ status, headers, body }: JsonAnswer): PushFailure {
  const error = (body['error'] ?? {}) as GoogleError;
  const details = Array.isArray(error.details) ? error.details : [];
  const code = details.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? String(status);
  const badToken = details.some(({ fieldViolations = [] }) =>
    fieldViolations.some(({ field }) => field === 'message.token'),
  );
  return new PushFailure(error.message ?? `FCM answered ${status}`, {
    kind: badToken ? 'gone' : (FINAL[code] ?? 'temporary'),
    code,
    refusesCredential: (status === 401 || status === 403) && code !== 'SENDER_ID_MISMATCH',
    retryAfterMs: retryAfterMs(headers['retry-after']) ?? (status === 429 ? QUOTA_PAUSE_MS : undefined),
  });
}
