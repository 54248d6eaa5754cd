const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Milliseconds to wait before each of the six attempts that follow a failed first delivery of a webhook. */
export const WEBHOOK_RETRY_DELAYS: readonly number[] = [
  1 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  1 * HOUR,
  6 * HOUR,
  24 * HOUR,
];

/** Milliseconds to wait after the `failedAttempts`-th failure (1 is the first delivery); undefined when it is final. */
export function webhookRetryDelay(failedAttempts: number): number | undefined {
  return WEBHOOK_RETRY_DELAYS[failedAttempts - 1];
}
