import type { Interval } from './report.js';

/** The beginning of the hour, day, week (Monday) or month in which a moment lies, in UTC, as Postgres's date_trunc has it. */
export function intervalStart(at: Date, interval: Interval): Date {
  const [year, month, day, hour] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours()];
  switch (interval) {
    case 'hour':
      return new Date(Date.UTC(year, month, day, hour));
    case 'day':
      return new Date(Date.UTC(year, month, day));
    case 'week':
      return new Date(Date.UTC(year, month, day - ((at.getUTCDay() + 6) % 7)));
    case 'month':
      return new Date(Date.UTC(year, month));
  }
}

/** The beginning of the interval after the one that begins at `start`. */
export function nextInterval(start: Date, interval: Interval): Date {
  const next = new Date(start);
  if (interval === 'hour') next.setUTCHours(next.getUTCHours() + 1);
  else if (interval === 'month') next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCDate(next.getUTCDate() + (interval === 'week' ? 7 : 1));
  return next;
}
