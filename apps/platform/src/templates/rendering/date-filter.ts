import type { Context } from 'liquidjs';

type Filter = (this: { context: Context }, value: unknown, ...args: unknown[]) => unknown;

/** Directives that stand for others. */
const COMPOSED: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  v: '%e-%^b-%Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
  '+': '%a %b %e %H:%M:%S %Z %Y',
};

/** Directives of the week's year (ISO 8601), which differs from the year for days about New Year. */
const WEEK: Readonly<Record<string, { width: number; of(week: IsoWeek): number }>> = {
  G: { width: 4, of: ({ year }) => year },
  g: { width: 2, of: ({ year }) => ((year % 100) + 100) % 100 },
  V: { width: 2, of: ({ week }) => week },
};

/** Directives that the engine knows itself. */
const KNOWN = new Set('aAbBCdeHhIjklmMnNpPqsStuUwWyYzZL%');

const DIRECTIVE = /%([-_0^#:]*)(\d*)([EO]?)([a-zA-Z%+])/g;
const MAX_WIDTH = 100;

interface IsoWeek {
  year: number;
  week: number;
}

/**
 * The filter `date` with each directive of strftime, its flags and its widths.
 * @param filter the filter of the engine
 * @throws Error for a directive that does not exist, rather than to show it
 */
export function dateFilter(filter: Filter): Filter {
  return function (value, format, ...rest) {
    if (typeof format !== 'string') return filter.call(this, value, format, ...rest);
    const shown = (directives: string): string => String(filter.call(this, value, directives, ...rest));
    return filter.call(this, value, expanded(format, shown, rest.length > 0), ...rest);
  };
}

function expanded(format: string, shown: (directives: string) => string, hasZone: boolean): string {
  return format.replace(DIRECTIVE, (whole, flags: string, width: string, _modifier, letter: string) => {
    // The engine counts the work of its own.
    if (KNOWN.has(letter) && Number(width) > MAX_WIDTH) return `%${flags}${width}${letter}`;
    if (Number(width) > MAX_WIDTH) throw new Error(`the filter date cannot show ${whole}: it is too wide`);
    if (letter in COMPOSED) return literal(padded(shown(named(COMPOSED[letter]!, hasZone)), flags, width, ' ', 0));
    const ofWeek = WEEK[letter];
    if (ofWeek) return literal(padded(weekText(ofWeek, shown), flags, width, '0', ofWeek.width));
    if (letter === 'Z' && !hasZone) return literal(padded('UTC', flags, width, ' ', 0));
    // Milliseconds are a fraction: more of its digits stand behind.
    if (letter === 'L') return literal(shown(`%${width || 3}N`));
    if (letter === 'z' && flags.includes('::')) return literal(`${shown('%:z')}:00`);
    if (KNOWN.has(letter)) return `%${flags}${width}${letter}`;
    throw new Error(`the filter date does not know ${whole}`);
  });
}

const named = (directives: string, hasZone: boolean): string =>
  hasZone ? directives : directives.replace('%Z', 'UTC');

function weekText({ of }: { of(week: IsoWeek): number }, shown: (directives: string) => string): string {
  const [year, day, weekday] = shown('%Y %j %u').split(' ').map(Number) as [number, number, number];
  return Number.isNaN(year) ? '' : String(of(isoWeek(year, day, weekday)));
}

/** The week of a day, from the day of its year and its weekday (1 is Monday): the week of its Thursday. */
function isoWeek(year: number, day: number, weekday: number): IsoWeek {
  const week = Math.floor((day - weekday + 10) / 7);
  if (week < 1) return { year: year - 1, week: weeksOf(year - 1) };
  return week > weeksOf(year) ? { year: year + 1, week: 1 } : { year, week };
}

function weeksOf(year: number): 52 | 53 {
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, 11, 31);
  const firstDay = new Date(0);
  firstDay.setUTCFullYear(year, 0, 1);
  return lastDay.getUTCDay() === 4 || firstDay.getUTCDay() === 4 ? 53 : 52;
}

function padded(text: string, flags: string, width: string, pad: '0' | ' ', usual: number): string {
  const cased = flags.includes('^') ? text.toUpperCase() : flags.includes('#') ? swapped(text) : text;
  if (flags.includes('-')) return cased;
  const character = flags.includes('_') ? ' ' : flags.includes('0') ? '0' : pad;
  return cased.padStart(Number(width) || usual, character);
}

/** The other case: lower, if it is upper, else upper. */
const swapped = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Text for the format. */
const literal = (text: string): string => text.replaceAll('%', '%%');
