/** Date and time of day on the clocks of a time zone. */
export interface LocalTime {
  /** YYYY-MM-DD. */
  day: string;
  /** Minutes since midnight. */
  minute: number;
}

/** Hours of a day in which nobody is written to, in minutes since midnight; they may go over midnight. */
export interface QuietHours {
  from: number;
  to: number;
}

const MINUTE_MS = 60_000;
/** Every offset from UTC is a multiple of it. */
const QUARTER_MS = 15 * MINUTE_MS;
/** Longer than any quiet hours, also on a day of 25 hours. */
const SEARCHED_MS = 26 * 60 * MINUTE_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(timeZone, format);
  }
  return format;
}

export function localTime(at: Date, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    day: `${parts['year']}-${parts['month']}-${parts['day']}`,
    minute: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
}

export function isQuiet(minute: number, { from, to }: QuietHours): boolean {
  if (from === to) return false;
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/**
 * The first moment from `at` on at which the clocks of the time zone show no quiet hour; `at` itself if they show none. An hour that
 * a clock leaves out is not waited for, and of one that it shows twice each is quiet or not by what the clock shows.
 */
export function endOfQuiet(at: Date, timeZone: string, hours: QuietHours): Date {
  return firstMoment(at, timeZone, ({ minute }) => !isQuiet(minute, hours));
}

/** The first moment of a later day, by the clocks of the time zone, at which they show no quiet hour. */
export function nextDay(at: Date, timeZone: string, hours: QuietHours): Date {
  const today = localTime(at, timeZone).day;
  const morning = firstMoment(at, timeZone, ({ day }) => day > today);
  return endOfQuiet(morning, timeZone, hours);
}

/** Looks at each quarter of an hour, and then at the minutes before the first that fits. */
function firstMoment(at: Date, timeZone: string, fits: (local: LocalTime) => boolean): Date {
  if (fits(localTime(at, timeZone))) return at;
  const start = at.getTime();
  const begin = start - (start % QUARTER_MS);
  for (let quarter = begin + QUARTER_MS; quarter <= start + SEARCHED_MS; quarter += QUARTER_MS) {
    if (!fits(localTime(new Date(quarter), timeZone))) continue;
    let first = quarter;
    while (first - MINUTE_MS > start && fits(localTime(new Date(first - MINUTE_MS), timeZone))) first -= MINUTE_MS;
    return new Date(first);
  }
  // A whole day of quiet hours is refused where they are set.
  return new Date(start + SEARCHED_MS);
}

/** Minutes since midnight of HH:MM; undefined if it is no time of day. */
export function minutesOf(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
