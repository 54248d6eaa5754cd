import { PushFailure, type PushFailureKind } from '../failure.js';
import { retryAfterMs } from '../retry-after.js';
import type { JsonAnswer } from './http.js';

interface GoogleError {
  status?: string;
  message?: string;
  details?: { errorCode?: string; fieldViolations?: { field?: string }[] }[];
}

/** Without a Retry-After, FCM asks for a minute after QUOTA_EXCEEDED. */
const QUOTA_PAUSE_MS = 60_000;

/**
 * What is said of the device or of the message. The rest is between FCM and us (our credential, its load), no fault of
 * the message and so never final for one.
 */
const FINAL: Record<string, PushFailureKind> = {
  UNREGISTERED: 'gone',
  // Not gone: every device would be, if it were the project in our configuration that is wrong.
  SENDER_ID_MISMATCH: 'permanent',
  INVALID_ARGUMENT: 'permanent',
};

/** Makes a failure of an answer that is not 200 (FCM HTTP v1, "ErrorCode"). */
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
    retryAfterMs: retryAfterMs(headers['retry-after']) ?? (status === 429 ? QUOTA_PAUSE_MS : undefined),
  });
}
