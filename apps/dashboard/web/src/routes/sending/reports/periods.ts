const HOUR_MS = 3_600_000;

export const PERIODS = { day: 24, week: 7 * 24, month: 30 * 24, quarter: 90 * 24 } as const;

export type PeriodName = keyof typeof PERIODS;

export interface Period {
  /** The beginning of the period before, which ends at `from`. */
  before: string;
  from: string;
  to: string;
  interval: 'hour' | 'day' | 'week';
}

export const isPeriod = (name: string | undefined): name is PeriodName => name !== undefined && name in PERIODS;

/** A period that ends with the present hour, so that it is the same for an hour and answers come from the cache. */
export function periodOf(name: PeriodName, now: number): Period {
  const to = Math.ceil(now / HOUR_MS) * HOUR_MS;
  const length = PERIODS[name] * HOUR_MS;
  const iso = (time: number) => new Date(time).toISOString();
  const interval = name === 'day' ? 'hour' : name === 'quarter' ? 'week' : 'day';
  return { before: iso(to - 2 * length), from: iso(to - length), to: iso(to), interval };
}

/** How a number has changed, as a fraction; null if there is nothing to compare with. */
export const changeOf = (now: number, earlier: number | undefined): number | null =>
  earlier ? (now - earlier) / earlier : null;
