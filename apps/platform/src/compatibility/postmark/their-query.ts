import { invalidField, type Problem } from '#libs/core/http';

/** Rows of a page, and of all pages together. */
const COUNT_MAX = 500;
const ROWS_MAX = 10_000;

const DAY_MS = 86_400_000;

/** A part of a list. */
export interface Window {
  offset: number;
  count: number;
}

/** Times in the form of ISO 8601; `to` is not part of it. */
export interface Period {
  from?: string;
  to?: string;
}

/** Query of a call of Postmark, whose names may be in any case. An empty value is none. */
export class TheirQuery {
  private readonly values: ReadonlyMap<string, string>;
  private readonly given: readonly (readonly [name: string, value: string])[];

  /** @throws Problem InvalidParameter for a text that cannot be stored, so that nothing has it */
  constructor(query: Readonly<Record<string, unknown>>) {
    this.given = Object.entries(query).map(([name, value]) => [name, String(value)] as const);
    const known = this.given.filter(([, value]) => value !== '');
    this.values = new Map(known.map(([name, value]) => [name.toLowerCase(), value]));
    const unstorable = this.given.find((texts) => texts.some((text) => text.includes('\0')));
    if (unstorable) throw this.invalid(unstorable[0], 'must have no NUL');
  }

  text(name: string): string | undefined {
    return this.values.get(name);
  }

  /** The values whose names begin with a text in lower case, by the rest of their names as it came. */
  textsOf(start: string): Record<string, string> {
    const found = this.given.filter(([name]) => name.toLowerCase().startsWith(start));
    return Object.fromEntries(found.map(([name, value]) => [name.slice(start.length), value]));
  }

  /** One of some words, in any case; undefined if absent. @throws Problem InvalidParameter */
  oneOf<T>(name: string, words: Readonly<Record<string, T>>): T | undefined {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return undefined;
    const known = Object.entries(words).find(([word]) => word.toLowerCase() === text);
    if (known) return known[1];
    throw this.invalid(name, `must be one of ${Object.keys(words).join(', ')}`);
  }

  /** Refuses what cannot be asked here. @throws Problem InvalidParameter */
  refuse(names: readonly string[], why: string): void {
    const given = names.find((name) => this.values.has(name));
    if (given !== undefined) throw this.invalid(given, why);
  }

  /** The part of a list that `count` and `offset` name. @throws Problem InvalidParameter */
  window(countOfNone = COUNT_MAX, countMax = COUNT_MAX): Window {
    const count = this.number('count', countOfNone, countMax);
    return { count, offset: this.number('offset', 0, ROWS_MAX - count) };
  }

  /**
   * The time from `fromdate` to `todate`. A day is whole: as an end it is the time at which the next one begins.
   * @throws Problem InvalidParameter
   */
  period(): Period {
    return { from: this.time('fromdate', 0)?.toISOString(), to: this.time('todate', DAY_MS)?.toISOString() };
  }

  /** @returns a Problem that names a value as the query does */
  invalid(name: string, message: string): Problem {
    const given = this.given.find(([one]) => one.toLowerCase() === name);
    return invalidField('InvalidParameter', given?.[0] ?? name, message);
  }

  private number(name: string, absent: number, max: number): number {
    const text = this.text(name);
    if (text === undefined) return absent;
    const number = Number(text);
    if (/^\d{1,6}$/.test(text) && number <= max) return number;
    throw this.invalid(name, `must be a number up to ${max}`);
  }

  /** @param dayMs added to a day without a time */
  private time(name: string, dayMs: number): Date | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const day = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
    const time = day ? startOfDay(day) + dayMs : new Date(inUtc(text)).getTime();
    if (Number.isNaN(time)) throw this.invalid(name, 'must be a day or a time');
    return new Date(time);
  }
}

/** Milliseconds at which a day begins in UTC; NaN for one that no month has. */
function startOfDay([, year, month, day]: RegExpExecArray): number {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCDate() === Number(day) ? date.getTime() : Number.NaN;
}

const inUtc = (text: string): string => (/(?:[zZ]|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
