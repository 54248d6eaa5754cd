const MAX_MS = 86_400_000;

/** Milliseconds of a Retry-After header (RFC 9110 section 10.2.3), seconds or a date, at most a day; undefined if it is neither. */
export function retryAfterMs(header: string | string[] | undefined, now: number = Date.now()): number | undefined {
  const text = String(header ?? '').trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, MAX_MS);
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), MAX_MS);
}
