/** The order of day, month and year in dates of a file. */
export const DATE_FORMATS = ['dmy', 'mdy', 'iso'] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const DECIMAL_SEPARATORS = [',', '.'] as const;
export type DecimalSeparator = (typeof DECIMAL_SEPARATORS)[number];

/** A value that was read; or why it was not. */
export type Read<T> = { value: T } | { problem: 'invalid' | 'ambiguous' };

const INVALID = { problem: 'invalid' } as const;
const AMBIGUOUS = { problem: 'ambiguous' } as const;

/** Controls of direction and characters without width, which come along when text is copied. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** An apostrophe that made a text of what a spreadsheet would take for a formula. */
const GUARD = /^'(?=[=+\-@＝＋－＠])/;

/** The text of a cell as a person sees it. */
export function cleanCell(text: string): string {
  return text.replace(INVISIBLE, '').trim().replace(GUARD, '');
}

/** Separates values in a cell of Google Contacts. */
const GOOGLE_SEPARATOR = ':::';
const SEPARATORS = { email: /[;,|\n\r]/, phone: /[;,|/\n\r]/ } as const;
/** How an extension is written; it is not a part of the number. */
const EXTENSION = /[\s,;]*\(?(?:ramal|ram\.?|r\.|extension|extensão|ext\.?|x)\s*[.:]?\s*\d{1,7}\)?\s*$/i;
const PHONE_SCHEME = /^(?:tel|p|phone|whatsapp)\s*:\s*/i;
/** A place for the code of a carrier, as numbers in Brazil are printed. */
const CARRIER = /\b0\s*xx\s*/gi;
const ANGLE_BRACKETS = /<([^<>]+)>\s*$/;

/** The e-mail addresses of a cell. */
export function emailsOf(text: string): string[] {
  return partsOf(text, SEPARATORS.email).map((part) => {
    const address = ANGLE_BRACKETS.exec(part)?.[1] ?? part;
    return address.replace(/^mailto:/i, '').trim();
  });
}

/** The telephone numbers of a cell, without their extensions. */
export function phonesOf(text: string): { text: string; hasExtension: boolean }[] {
  return partsOf(text.replace(EXTENSION, ''), SEPARATORS.phone)
    .map((part) => part.replace(PHONE_SCHEME, '').replace(CARRIER, '0'))
    .map((part, index, { length }) => {
      const without = part.replace(EXTENSION, '');
      return { text: without, hasExtension: without !== part || (index === length - 1 && EXTENSION.test(text)) };
    });
}

/** The tags of a cell. Groups that Google makes itself begin with an asterisk, and are none. */
export function tagsOf(text: string): string[] {
  if (!text.includes(GOOGLE_SEPARATOR)) return partsOf(text, /[;,|]/).filter((tag) => !tag.startsWith('* '));
  return partsOf(text, /[;|]/).filter((tag) => !tag.startsWith('* '));
}

/** The options of a cell for a field of several. */
export const optionsOf = (text: string): string[] => partsOf(text, /[;|\n\r]/);

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(GOOGLE_SEPARATOR)
    .flatMap((part) => part.split(separator))
    .map((part) => part.trim())
    .filter(Boolean);
}

const TIME = /[T\s,]+\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const NO_DATE = /^0{1,4}[-/.]0{1,4}[-/.]0{2,4}$/;

/** Returns true if a cell says that there is no date, as Outlook writes `0/0/00`. */
export const isNoDate = (text: string): boolean => NO_DATE.test(text.replace(TIME, ''));

/**
 * The day of a date as `AAAA-MM-DD`, without its time. The year may always come first.
 * @param format null if it is not known: a date that could be two days is then ambiguous
 */
export function readDate(text: string, format: DateFormat | null): Read<string> {
  const day = text.replace(TIME, '').trim();
  const yearFirst = YEAR_FIRST.exec(day);
  if (yearFirst) return orInvalid(dayOf(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!));
  const [, first, , second, year] = YEAR_LAST.exec(day) ?? [];
  if (first === undefined || second === undefined || year === undefined || format === 'iso') return INVALID;
  const dayFirst = dayOf(year, second, first);
  const monthFirst = dayOf(year, first, second);
  if (format === 'dmy') return orInvalid(dayFirst);
  if (format === 'mdy') return orInvalid(monthFirst);
  if (dayFirst && monthFirst && dayFirst !== monthFirst) return AMBIGUOUS;
  return orInvalid(dayFirst ?? monthFirst);
}

function dayOf(year: string, month: string, day: string): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined;
}

const CURRENCY = /^(?:R\$|US\$|U\$S?|[$€£]|BRL|USD|EUR|GBP)\s*|\s*(?:R\$|[€£]|BRL|USD|EUR|GBP)$/gi;
const GROUPED_BY_SPACES = /^\d{1,3}(?:[\s'\u2019]\d{3})+(?=[.,]|$)/;
const PLAIN = /^\d+$/;

/**
 * A number as people write it, with a currency and thousands.
 * @param decimal null if it is not known: a number that could be two is then ambiguous
 */
export function readNumber(text: string, decimal: DecimalSeparator | null): Read<number> {
  const inBrackets = /^\((.*)\)$/.exec(text)?.[1];
  const signed = (inBrackets ?? text).trim().replace(/^[\u2212\u2013]/, '-');
  const isNegative = inBrackets !== undefined || /^-|^\D*-\s*\d/.test(signed);
  const bare = signed
    .replace(/^[+-]\s*/, '')
    .replace(CURRENCY, '')
    .replace(/^[+-]\s*/, '');
  const digits = bare.replace(GROUPED_BY_SPACES, (grouped) => grouped.replace(/\D/g, ''));
  if (!/^\d[\d.,]*$/.test(digits)) return INVALID;
  const separator = decimal ?? decimalOf(digits);
  if (separator === 'ambiguous') return AMBIGUOUS;
  const number = toNumber(digits, separator);
  return number === undefined ? INVALID : { value: isNegative ? -number : number };
}

/** The decimal separator that a number shows by itself. */
function decimalOf(digits: string): DecimalSeparator | 'ambiguous' {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (points > 0 && commas > 0) return digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  if (points > 1) return ',';
  if (commas > 1) return '.';
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return 'ambiguous';
  return commas > 0 ? ',' : '.';
}

function toNumber(digits: string, decimal: DecimalSeparator): number | undefined {
  const [whole = '', fraction, ...more] = digits.split(decimal);
  if (more.length > 0 || fraction === '') return undefined;
  const thousands = whole.split(decimal === ',' ? '.' : ',');
  const isGrouped = thousands.every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));
  if (thousands.length > 1 && !isGrouped) return undefined;
  if (!thousands.every((part) => PLAIN.test(part)) || (fraction !== undefined && !PLAIN.test(fraction)))
    return undefined;
  return Number(`${thousands.join('')}.${fraction ?? '0'}`);
}

const orInvalid = <T>(value: T | undefined): Read<T> => (value === undefined ? INVALID : { value });
