import { LRUCache } from 'lru-cache';

/** Digits that a number keeps exactly. */
const SIGNIFICANT_DIGITS = 15;
const COUNTRIES_MAX = 300;

const points = new LRUCache<string, string>({ max: COUNTRIES_MAX });

/** Number that a text says; null for none. */
export type NumberReading = number | 'too long' | null;

/**
 * Reads a number as people of the country write it: 1.234,5 in Brazil is 1,234.5 in the United States. A single point or comma
 * before three digits is what the country takes it for; where a text can only mean one number, it is read in either way.
 */
export function readNumberText(text: string, country: string): NumberReading {
  const [, sign = '', written = ''] = /^([+-]?)\s*(?:(?:R|US)?[$€£]\s*)?([\d.,'’\s]*\d)$/u.exec(text) ?? [];
  const plain = plainNumber(withoutSpaces(written), pointOf(country));
  if (plain === null) return null;
  if (plain.replace('.', '').replace(/^0+/, '').length > SIGNIFICANT_DIGITS) return 'too long';
  return Number(`${sign === '-' ? '-' : ''}${plain}`);
}

/** Spaces and apostrophes stand between groups of three digits alone; else the text is no number. */
function withoutSpaces(written: string): string {
  const isGrouped = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/u.test(written);
  return isGrouped ? written.replaceAll(/[\s'’]/gu, '') : written;
}

/** Digits with a point before the fraction. @param point the country's sign before a fraction: a point or a comma */
function plainNumber(written: string, point: string): string | null {
  if (/^\d+$/.test(written)) return written;
  const other = point === ',' ? '.' : ',';
  return (
    fraction(written, point, other) ??
    grouped(written, other) ??
    fraction(written, other, point) ??
    grouped(written, point)
  );
}

function fraction(written: string, point: string, group: string): string | null {
  const pattern = new RegExp(`^(\\d+|[1-9]\\d{0,2}(?:\\${group}\\d{3})+)\\${point}(\\d+)$`);
  const [, whole, rest] = pattern.exec(written) ?? [];
  // `1.234` where the point stands between groups is no fraction.
  return whole === undefined ? null : `${whole.replaceAll(group, '')}.${rest}`;
}

function grouped(written: string, group: string): string | null {
  return new RegExp(`^[1-9]\\d{0,2}(?:\\${group}\\d{3})+$`).test(written) ? written.replaceAll(group, '') : null;
}

function pointOf(country: string): string {
  const known = points.get(country);
  if (known !== undefined) return known;
  const { language } = new Intl.Locale('und', { region: country }).maximize();
  const parts = new Intl.NumberFormat(`${language}-${country}`, { numberingSystem: 'latn' }).formatToParts(1.5);
  const point = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  points.set(country, point);
  return point;
}
