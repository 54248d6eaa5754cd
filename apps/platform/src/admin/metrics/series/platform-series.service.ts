import { Injectable } from '@nestjs/common';
import { invalidField } from '#libs/core/http';
import { Database, many } from '#libs/core/persistence';
import type { Channel } from '../../../channel.js';
import { intervalStart, nextInterval } from '../../../reports/interval.js';
import { SUM_COUNTS, WORST_OF_QUEUES } from './platform-series.sql.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const SERIES_INTERVALS = ['hour', 'day'] as const;

export type SeriesInterval = (typeof SERIES_INTERVALS)[number];

/** The longest period of each interval, and the one that is shown if none is asked for (days). */
const DAYS: Readonly<Record<SeriesInterval, { most: number; usual: number }>> = {
  hour: { most: 31, usual: 2 },
  day: { most: 400, usual: 30 },
};

export interface SeriesRequest {
  from?: string | undefined;
  to?: string | undefined;
  interval: SeriesInterval;
  /** All channels if absent. */
  channel?: Channel | undefined;
  /** Kind of job whose queue is shown; all if absent. */
  queue?: string | undefined;
}

/** Figures of the platform in an interval. */
export interface PlatformPoint {
  at: Date;
  /** Messages, by event. */
  messages: ReadonlyMap<string, number>;
  /** Attempts to deliver webhooks, by outcome. */
  webhooks: ReadonlyMap<string, number>;
  /** The most jobs that were due and dead, and the longest wait; zero where nothing was noted. */
  due: number;
  dead: number;
  oldestSeconds: number;
}

interface CountRow {
  at: Date;
  isWebhook: boolean;
  event: string;
  count: number;
}

interface QueueRow {
  at: Date;
  due: number;
  dead: number;
  oldest: number;
}

/** The figures of the whole platform over time, of what is counted and noted by the hour. */
@Injectable()
export class PlatformSeriesService {
  constructor(private readonly database: Database) {}

  /** A point for each interval, also those without figures. @throws Problem InvalidParameter for a period that is none or too long */
  async read({ channel, queue, interval, ...asked }: SeriesRequest): Promise<PlatformPoint[]> {
    const { from, to } = periodOf(asked, interval, new Date());
    const [counts, queues] = await Promise.all([
      this.database.statement((pool) => many<CountRow>(pool, SUM_COUNTS, [from, to, interval, channel ?? null])),
      this.database.statement((pool) => many<QueueRow>(pool, WORST_OF_QUEUES, [from, to, interval, queue ?? null])),
    ]);
    const points = new Map(startsIn(from, to, interval).map((at) => [at.getTime(), emptyPoint(at)]));
    for (const { at, isWebhook, event, count } of counts) {
      const point = points.get(at.getTime());
      (isWebhook ? point?.webhooks : point?.messages)?.set(event, count);
    }
    for (const { at, due, dead, oldest } of queues) {
      const point = points.get(at.getTime());
      if (point) Object.assign(point, { due, dead, oldestSeconds: oldest });
    }
    return [...points.values()];
  }
}

const emptyPoint = (at: Date) => ({
  at,
  messages: new Map<string, number>(),
  webhooks: new Map<string, number>(),
  due: 0,
  dead: 0,
  oldestSeconds: 0,
});

/** The period, widened to whole intervals. */
function periodOf(
  asked: Pick<SeriesRequest, 'from' | 'to'>,
  interval: SeriesInterval,
  now: Date,
): { from: Date; to: Date } {
  const { most, usual } = DAYS[interval];
  const to = asked.to === undefined ? now : new Date(asked.to);
  const from = asked.from === undefined ? new Date(to.getTime() - usual * DAY_MS) : new Date(asked.from);
  if (from >= to) throw invalidField('InvalidParameter', 'from', 'must be earlier than to');
  if (to.getTime() - from.getTime() > most * DAY_MS)
    throw invalidField('InvalidParameter', 'from', `must be within ${most} days of to, by the ${interval}`);
  const last = intervalStart(to, interval);
  return { from: intervalStart(from, interval), to: last < to ? nextInterval(last, interval) : to };
}

function startsIn(from: Date, to: Date, interval: SeriesInterval): Date[] {
  const starts: Date[] = [];
  for (let at = from; at < to; at = nextInterval(at, interval)) starts.push(at);
  return starts;
}
