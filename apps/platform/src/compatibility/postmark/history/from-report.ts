import type { EventTotals, SeriesPoint } from '../../../reports/report.js';

/** Numbers of a day, or of all days together, under Postmark's names. */
export type Counts = Readonly<Record<string, number>>;

/** Takes what a report of Postmark counts out of our totals. */
export type Counted = (totals: EventTotals) => Counts;

/** Report by day as Postmark answers it: days on which nothing happened are absent. */
export function fromSeries(points: readonly SeriesPoint[], counted: Counted): object {
  const days = points.map(({ at, totals }) => ({ Date: at.toISOString().slice(0, 10), counts: counted(totals) }));
  const names = Object.keys(days[0]?.counts ?? {});
  const sums = names.map((name) => [name, days.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)]);
  return {
    Days: days
      .filter(({ counts }) => names.some((name) => counts[name] !== 0))
      .map(({ Date, counts }) => ({ Date, ...counts })),
    ...Object.fromEntries(sums),
  };
}

/** Report of a time as `GET /stats/outbound` answers it. */
export function fromTotals(totals: EventTotals): object {
  const { sent, bounced, complained, opened, clicked } = totals;
  return {
    Sent: sent,
    Bounced: bounced,
    BounceRate: percentOf(bounced, sent),
    SpamComplaints: complained,
    SpamComplaintsRate: percentOf(complained, sent),
    Opens: opened,
    UniqueOpens: totals.unique_opened,
    TotalClicks: clicked,
    UniqueLinksClicked: totals.unique_clicked,
  };
}

const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100_000) / 1_000;
