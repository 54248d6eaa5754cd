import { isIP } from 'node:net';
import { InvalidReport } from './invalid-report.js';

/** Reports are written by strangers: what is kept of a text at most. */
export const TEXT_MAX = 1_000;
const COUNT_MAX = 1_000_000_000;
const TIME_MAX_SECONDS = 4_102_444_800;

export const clean = (text: string): string =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, TEXT_MAX)
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** A word of a vocabulary, or a domain. */
export const word = (text: string): string => clean(text).toLowerCase();

export function countOf(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const count = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count <= COUNT_MAX)) throw new InvalidReport('A count of the report is no count');
  return count;
}

export function timeOf(seconds: string): Date {
  const value = /^\d{1,12}$/.test(seconds.trim()) ? Number(seconds) : Number.NaN;
  if (!(value <= TIME_MAX_SECONDS)) throw new InvalidReport('A time of the report is no time');
  return new Date(value * 1000);
}

export function addressOf(text: string): string {
  const address = clean(text).replace(/^\[(.*)\]$/, '$1');
  if (!isIP(address)) throw new InvalidReport('An address of the report is none');
  return address.toLowerCase();
}
