import { currentLanguage } from './language.ts';

/** The zone that the reader has chosen; that of the browser if none. */
let zone: string | undefined;

export function setTimeZone(name: string | null | undefined): void {
  zone = name && Intl.supportedValuesOf('timeZone').includes(name) ? name : undefined;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time with its date, in the reader's zone. */
export const dateTime = (iso: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeStyle: 'medium', timeZone: zone }).format(
    new Date(iso),
  );

/** The hours and minutes of a time, in the reader's zone. */
export const timeOfDay = (iso: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { timeStyle: 'short', timeZone: zone }).format(new Date(iso));

/** A date, in the reader's zone. */
export const date = (iso: string): string =>
  new Intl.DateTimeFormat(currentLanguage(), { dateStyle: 'medium', timeZone: zone }).format(new Date(iso));

/** A time under a day away as "3 minutes ago", any other as its date with hours. */
export function timeNear(iso: string, now: number = Date.now(), language: string = currentLanguage()): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1000);
  const distance = Math.abs(seconds);
  if (distance >= DAY) {
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(
      new Date(iso),
    );
  }
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (distance < MINUTE) return relative.format(seconds, 'second');
  if (distance < HOUR) return relative.format(Math.trunc(seconds / MINUTE), 'minute');
  return relative.format(Math.trunc(seconds / HOUR), 'hour');
}

export const number = (value: number): string => new Intl.NumberFormat(currentLanguage()).format(value);

/** A large number in short, such as 12.3K. */
export const short = (value: number): string =>
  new Intl.NumberFormat(currentLanguage(), { notation: 'compact', maximumFractionDigits: 1 }).format(value);

/** A fraction as a percentage; a dash where there is none. */
export const percent = (fraction: number | null | undefined): string =>
  fraction == null
    ? '–'
    : new Intl.NumberFormat(currentLanguage(), { style: 'percent', maximumFractionDigits: 1 }).format(fraction);

/** The name of the reader's zone. */
export const timeZone = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
