import { Injectable } from '@nestjs/common';
import { invalidField } from '#libs/core/http';
import { Database, type TenantId } from '#libs/core/persistence';
import type { Channel } from '../channel.js';
import { COUNTED_EVENTS } from '../event-counts/event-counts.js';
import type { Group } from '../event-counts/group.js';
import { valuesOf, type GroupList } from './report-group.js';
import { intervalStart, nextInterval } from './interval.js';
import {
  noEvents,
  type EventTotals,
  type GroupTotals,
  type Interval,
  type Overview,
  type Period,
  type SeriesPoint,
  type TemplateTotals,
} from './report.js';
import { sumByChannel, sumByGroup, sumByInterval, sumByTemplate } from './reports.sql.js';

const HOUR_MS = 3_600_000;
const DEFAULT_DAYS = 30;
/** Points of one series; a finer interval needs a shorter period. */
const MAX_POINTS = 2_000;
const MAX_DAYS = 1_100;

/** Reports of a tenant, from events counted as they were recorded. */
@Injectable()
export class ReportsService {
  constructor(private readonly database: Database) {}

  /** Totals of all messages, or of a group. */
  async overview(tenantId: TenantId, period: Period, group?: Group): Promise<Overview> {
    const found = await this.database.tenant(tenantId, (tx) => sumByChannel(tx, tenantId, period, group));
    const of = (channel: Channel) => found.get(channel) ?? noEvents();
    const byChannel = { email: of('email'), sms: of('sms'), push: of('push') };
    return { totals: Object.values(byChannel).reduce(plus), byChannel };
  }

  /** A point for every interval of the period, also those without events. */
  async series(
    tenantId: TenantId,
    period: Period,
    interval: Interval,
    of: { channel?: Channel; group?: Group } = {},
  ): Promise<SeriesPoint[]> {
    const starts = startsIn(period, interval);
    const found = await this.database.tenant(tenantId, (tx) => sumByInterval(tx, tenantId, period, interval, of));
    const byStart = new Map(found.map(({ at, totals }) => [at.getTime(), totals]));
    return starts.map((at) => ({ at, totals: byStart.get(at.getTime()) ?? noEvents() }));
  }

  /** The tags with a key, the campaigns or the environments that most messages are of. @throws Problem InvalidParameter */
  async groups(
    tenantId: TenantId,
    period: Period,
    { channel, ...list }: GroupList & { channel?: Channel },
    limit: number,
  ): Promise<GroupTotals[]> {
    const of = { dimension: list.by, values: valuesOf(list), channel };
    return this.database.tenant(tenantId, (tx) => sumByGroup(tx, tenantId, period, of, limit));
  }

  async topTemplates(
    tenantId: TenantId,
    period: Period,
    channel: Channel | undefined,
    limit: number,
  ): Promise<TemplateTotals[]> {
    return this.database.tenant(tenantId, (tx) => sumByTemplate(tx, tenantId, period, channel, limit));
  }
}

/**
 * The period of a report, widened to whole hours; default: the last thirty days.
 * @throws Problem InvalidParameter (422) when it ends before it begins, or is longer than three years
 */
export function periodOf(from: string | undefined, to: string | undefined, now: Date): Period {
  const end = to === undefined ? new Date(now.getTime() + HOUR_MS) : new Date(to);
  const start = from === undefined ? new Date(end.getTime() - DEFAULT_DAYS * 24 * HOUR_MS) : new Date(from);
  if (start >= end) throw invalidField('InvalidParameter', 'from', 'must be earlier than to');
  if (end.getTime() - start.getTime() > MAX_DAYS * 24 * HOUR_MS)
    throw invalidField('InvalidParameter', 'from', `must be within ${MAX_DAYS} days of to`);
  const hours = (time: number) => time / HOUR_MS;
  return {
    from: new Date(Math.floor(hours(start.getTime())) * HOUR_MS),
    to: new Date(Math.ceil(hours(end.getTime())) * HOUR_MS),
  };
}

function startsIn({ from, to }: Period, interval: Interval): Date[] {
  const starts: Date[] = [];
  for (let at = intervalStart(from, interval); at < to; at = nextInterval(at, interval)) {
    if (starts.length === MAX_POINTS)
      throw invalidField('InvalidParameter', 'interval', `gives more than ${MAX_POINTS} points in this period`);
    starts.push(at);
  }
  return starts;
}

function plus(a: EventTotals, b: EventTotals): EventTotals {
  return Object.fromEntries(COUNTED_EVENTS.map((event) => [event, a[event] + b[event]])) as EventTotals;
}
