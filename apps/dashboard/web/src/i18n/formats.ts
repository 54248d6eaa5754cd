import { currentLanguage } from './language.ts';

/** The zone that the reader has chosen; that of the browser if none. */
let zone: string | undefined;

export function setTimeZone(name: string | null | undefined): void {
  zone = name && Intl.supportedValuesOf('timeZone').includes(name) ? name : undefined;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const DATE_TIME = formatter(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }),
);
const TIME = formatter((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: zone }));
const DATE = formatter((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: zone }));
const DAY_OF_CHART = formatter(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);
const HOUR_OF_CHART = formatter(
  (language) =>
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
    }),
);
const DATE_WITH_HOURS = formatter(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
);
const DISTANCE = formatter((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const NUMBER = formatter((language) => new Intl.NumberFormat(language));
const SHORT = formatter(
  (language) => new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }),
);
const PERCENT = formatter(
  (language) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
);

/** Keeps one formatter for each language and zone: making one takes longer than a row of a list may take to be drawn. */
function formatter<Format>(make: (language: string) => Format): (language?: string) => Format {
  const made = new Map<string, Format>();
  return (language = currentLanguage()) => {
    const key = `${language} ${zone ?? ''}`;
    const known = made.get(key) ?? make(language);
    made.set(key, known);
    return known;
  };
}

/** A time with its date, in the reader's zone. */
export const dateTime = (iso: string): string => DATE_TIME().format(new Date(iso));

/** The hours and minutes of a time, in the reader's zone. */
export const timeOfDay = (iso: string): string => TIME().format(new Date(iso));

/** A date, in the reader's zone. */
export const date = (iso: string): string => DATE().format(new Date(iso));

/** The hour that a bucket of a chart begins with, in the reader's zone; or its day, which is one of UTC. */
export const bucketName = (at: number, isHour: boolean, language: string = currentLanguage()): string =>
  (isHour ? HOUR_OF_CHART : DAY_OF_CHART)(language).format(new Date(at));

/** A time under a day away as "3 minutes ago", any other as its date with hours. */
export function timeNear(iso: string, now: number = Date.now(), language: string = currentLanguage()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance >= DAY) return DATE_WITH_HOURS(language).format(new Date(iso));
  const relative = DISTANCE(language);
  if (distance < MINUTE) return relative.format(seconds, 'second');
  if (distance < HOUR) return relative.format(Math.trunc(seconds / MINUTE), 'minute');
  return relative.format(Math.trunc(seconds / HOUR), 'hour');
}

export const number = (value: number): string => NUMBER().format(value);

/** A large number in short, such as 12.3K. */
export const short = (value: number): string => SHORT().format(value);

/** A fraction as a percentage; a dash where there is none. */
export const percent = (fraction: number | null | undefined): string =>
  fraction == null ? '–' : PERCENT().format(fraction);

/** The name of the reader's zone. */
export const timeZone = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
