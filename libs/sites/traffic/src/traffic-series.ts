/** A series of partitions by time: of a table, or of one of its partitions. */
export interface TrafficSeries {
  /** The partitioned table, which its partitions are named after, as in `event_30_2026_11_27`. */
  table: string;
  each: 'day' | 'month';
  /** Whether the column of the time is a `date`. */
  isDate: boolean;
  /** A partition is dropped so many days after its end. */
  keptDays: number;
}

/** Days that events and sessions are kept, by the plan of a tenant: each number has partitions of its own. */
export const KEPT_DAYS = [30, 90, 400] as const;
export type KeptDays = (typeof KEPT_DAYS)[number];

/** Days that totals are kept. */
export const TOTALS_KEPT_DAYS = 400;

/** Days that the ids of batches are kept. */
const BATCHES_KEPT_DAYS = 7;

const daily = (table: string, keptDays: number): TrafficSeries => ({ table, each: 'day', isDate: false, keptDays });

const monthly = (table: string, isDate: boolean): TrafficSeries => ({
  table,
  each: 'month',
  isDate,
  keptDays: TOTALS_KEPT_DAYS,
});

/** The tables of traffic that are kept by days or months. */
export const TRAFFIC_SERIES: readonly TrafficSeries[] = [
  ...KEPT_DAYS.flatMap((days) => [daily(`event_${days}`, days), daily(`session_${days}`, days)]),
  monthly('total_hour', false),
  monthly('total_day', true),
  monthly('cube_day', true),
  monthly('heat_day', true),
  monthly('scroll_day', true),
  monthly('form_hour', false),
  monthly('visitor_sketch', true),
  { table: 'collected', each: 'day', isDate: true, keptDays: BATCHES_KEPT_DAYS },
];

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;
const MONTHS_AHEAD = 1;

/** First days, YYYY-MM-DD, of the partitions that are to be there: the last one, for clocks that are late, and the coming ones. */
export function comingPartitions({ each }: TrafficSeries, now: Date): string[] {
  const ahead = each === 'day' ? DAYS_AHEAD : MONTHS_AHEAD;
  const starts = Array.from({ length: ahead + 2 }, (_, index) =>
    each === 'day'
      ? new Date(now.getTime() + (index - 1) * DAY_MS)
      : new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index - 1, 1)),
  );
  return starts.map((start) => start.toISOString().slice(0, 10));
}

/** Name of the partition that begins on a day. */
export const partitionNameOf = ({ table, each }: TrafficSeries, first: string): string =>
  `${table}_${(each === 'day' ? first : first.slice(0, 7)).replaceAll('-', '_')}`;
