import type { Measures } from '#libs/sites/traffic';

/** Counts of a report. */
export type Totals = Pick<Measures, 'views' | 'sessions' | 'visitors' | 'conversions' | 'bounces' | 'seconds'>;

export const NO_TOTALS: Totals = { views: 0, sessions: 0, visitors: 0, conversions: 0, bounces: 0, seconds: 0 };

export function plus(a: Totals, b: Totals): Totals {
  return {
    views: a.views + b.views,
    sessions: a.sessions + b.sessions,
    visitors: a.visitors + b.visitors,
    conversions: a.conversions + b.conversions,
    bounces: a.bounces + b.bounces,
    seconds: a.seconds + b.seconds,
  };
}

/** Null where there is nothing to divide by. */
export const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
