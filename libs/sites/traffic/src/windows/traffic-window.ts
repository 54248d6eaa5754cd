import { Temporal } from 'temporal-polyfill';

/** Length of the parts of an hour that totals keep (milliseconds). Offsets of time zones are multiples of it. */
export const PART_MS = 15 * 60_000;

const DAY_MS = 86_400_000;

/** Longest window that is shown hour by hour (milliseconds): two days, of which one may have 25 hours. */
const HOURLY_MS = 49 * 3_600_000;

/** Limits of the windows of a report. */
export interface WindowLimits {
  /** Days of a window without a start, today included. */
  defaultDays: number;
  maxDays: number;
}

export interface WindowRequest {
  /** A timestamp of RFC 3339, or a date: the start of the day. */
  from?: string | undefined;
  /** A timestamp of RFC 3339, or a date: the end of the day. */
  until?: string | undefined;
  /** IANA name of a time zone. */
  zone: string;
}

/** A window that ends before it starts, or is longer than its report allows. */
export class InvalidWindow extends Error {
  constructor(readonly reason: 'order' | 'length') {
    super(`The window is not valid: ${reason}`);
  }
}

/** A part of a window with a point of its own in a series. */
export interface WindowBucket {
  from: Date;
  /** Not part of the bucket. */
  until: Date;
}

/** Whole days (UTC) of a window. */
export interface DayWindow {
  /** YYYY-MM-DD. */
  firstDay: string;
  /** Not part of the window. */
  endDay: string;
  window: TrafficWindow;
}

/** The time that a report counts, from its first to before its last moment. */
export class TrafficWindow {
  private constructor(
    readonly from: Date,
    /** Not part of the window. */
    readonly until: Date,
    readonly zone: string,
  ) {}

  /**
   * Widens a window to whole parts of an hour. Dates are days of the zone, and a date at the end is part of the window.
   * @throws InvalidWindow
   */
  static of({ from, until, zone }: WindowRequest, now: Date, { defaultDays, maxDays }: WindowLimits): TrafficWindow {
    const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate();
    const end = until === undefined ? startOfDay(today.add({ days: 1 }), zone) : endOf(until, zone);
    const start = from === undefined ? daysBefore(end, defaultDays) : startOf(from, zone);
    const order = Temporal.ZonedDateTime.compare(start, end);
    const mayBeEmpty = until !== undefined && !isDate(until);
    if (order > 0 || (order === 0 && !mayBeEmpty)) throw new InvalidWindow('order');
    if (Temporal.ZonedDateTime.compare(start.add({ days: maxDays }), end) < 0) throw new InvalidWindow('length');
    const parts = (moment: Temporal.ZonedDateTime) => moment.epochMilliseconds / PART_MS;
    const widened = [Math.floor(parts(start)), Math.ceil(parts(end))] as const;
    return new TrafficWindow(new Date(widened[0] * PART_MS), new Date(widened[1] * PART_MS), zone);
  }

  /** The window from a moment on, which begins later or ends earlier where the limits or its end ask for it. */
  static since(
    start: Date,
    { until, zone }: Omit<WindowRequest, 'from'>,
    now: Date,
    limits: WindowLimits,
  ): TrafficWindow {
    const end = TrafficWindow.of({ until, zone }, now, limits).until;
    const first = zoned(end, zone).subtract({ days: limits.maxDays }).epochMilliseconds;
    const from = Math.min(Math.max(start.getTime(), first), end.getTime());
    return new TrafficWindow(new Date(Math.floor(from / PART_MS) * PART_MS), end, zone);
  }

  /** Hours of a window of up to two days, else days, as the clocks of the zone show them. The first and last may be cut. */
  buckets(): WindowBucket[] {
    const next = this.until.getTime() - this.from.getTime() <= HOURLY_MS ? nextHour : nextDay;
    const buckets: WindowBucket[] = [];
    for (let from = this.from; from < this.until;) {
      const end = next(zoned(from, this.zone)).epochMilliseconds;
      const until = new Date(Math.min(end, this.until.getTime()));
      buckets.push({ from, until });
      from = until;
    }
    return buckets;
  }

  /**
   * The whole days (UTC) that a report by dimensions counts. A day of the zone is the day of its date; an end within a day is at the
   * nearest midnight. A window that would have none has those that it touches.
   */
  days(): DayWindow {
    const days = (moment: Date) => moment.getTime() / DAY_MS;
    let [first, end] = [dayAt(this.from, this.zone), dayAt(this.until, this.zone)];
    if (first >= end) [first, end] = [Math.floor(days(this.from)), Math.ceil(days(this.until))];
    const [from, until] = [new Date(first * DAY_MS), new Date(end * DAY_MS)];
    return { firstDay: dateOf(from), endDay: dateOf(until), window: new TrafficWindow(from, until, 'UTC') };
  }

  /** The moment in RFC 3339, with the offset that the zone has then. */
  text(moment: Date): string {
    const text = zoned(moment, this.zone).toString({ timeZoneName: 'never', smallestUnit: 'second' });
    return text.endsWith('+00:00') ? text.replace('+00:00', 'Z') : text;
  }
}

/** The day (UTC) since 1970 of a date that begins at this moment in the zone, else of the nearest midnight. */
function dayAt(moment: Date, zone: string): number {
  const local = zoned(moment, zone);
  const isMidnight = Temporal.ZonedDateTime.compare(local, local.startOfDay()) === 0;
  return isMidnight ? Date.parse(local.toPlainDate().toString()) / DAY_MS : Math.round(moment.getTime() / DAY_MS);
}

/** The date of a moment, or the nearest one that a database knows. */
function dateOf(moment: Date): string {
  const year = moment.getUTCFullYear();
  return year < 1 ? '0001-01-01' : year > 9_999 ? '9999-12-31' : moment.toISOString().slice(0, 10);
}

const zoned = (moment: Date, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);

const isDate = (text: string): boolean => !text.includes('T') && !text.includes('t');

/** First moment of a day: not midnight where the clocks skip it. */
const startOfDay = (date: Temporal.PlainDate, zone: string): Temporal.ZonedDateTime => date.toZonedDateTime(zone);

/** The moment of a timestamp of RFC 3339, or the start of a day of the zone. */
export const momentOf = (text: string, zone: string): Date => new Date(startOf(text, zone).epochMilliseconds);

function startOf(text: string, zone: string): Temporal.ZonedDateTime {
  return isDate(text)
    ? startOfDay(Temporal.PlainDate.from(text), zone)
    : Temporal.Instant.from(text).toZonedDateTimeISO(zone);
}

function endOf(text: string, zone: string): Temporal.ZonedDateTime {
  return isDate(text) ? startOfDay(Temporal.PlainDate.from(text).add({ days: 1 }), zone) : startOf(text, zone);
}

/** The start of the day with which so many days are whole, the one before `end` included. */
function daysBefore(end: Temporal.ZonedDateTime, days: number): Temporal.ZonedDateTime {
  const last = end.subtract({ nanoseconds: 1 }).toPlainDate();
  return startOfDay(last.subtract({ days: days - 1 }), end.timeZoneId);
}

const nextDay = (moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  startOfDay(moment.toPlainDate().add({ days: 1 }), moment.timeZoneId);

/** Adds exact time: an hour that the clocks repeat is two buckets, one in which they change by half an hour is short. */
const nextHour = (moment: Temporal.ZonedDateTime): Temporal.ZonedDateTime =>
  moment.add({ minutes: 60 - moment.minute });
