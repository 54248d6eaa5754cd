const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 600_000;

/** How long a job waits after a failure (milliseconds), so many failures being before it. */
export function backoff(failures: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.75 + Math.random() / 2);
}

/** The interval of {@link backoff}, by a column that counts. */
export const backoffSql = (
  column: string,
): string => `least(${LONGEST_RETRY_MS}, ${FIRST_RETRY_MS} * 2 ^ least(${column}, 30))
  * (0.75 + random() / 2) * interval '1 millisecond'`;
