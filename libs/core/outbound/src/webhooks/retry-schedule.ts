const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds before each of the six retries of a webhook. */
export const WEBHOOK_RETRY_DELAYS: readonly number[] = [
  1 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  1 * HOUR,
  6 * HOUR,
  24 * HOUR,
];

/** Milliseconds to wait after failure number `failedAttempts` (from 1); undefined after the last attempt. */
export function webhookRetryDelay(failedAttempts: number): number | undefined {
  return WEBHOOK_RETRY_DELAYS[failedAttempts - 1];
}
