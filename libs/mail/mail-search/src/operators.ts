import { asciiDomain } from './domain-name.js';
import type { FolderName, FolderWord, SearchTerm, TextField } from './search.js';
import { wordsIn } from './words.js';

/** Why a value is wrong. */
export class ValueError extends Error {}

/** Makes a term of the values of an operator. @throws ValueError whose `index` is that of the wrong value */
interface Operator {
  /** The first one is printed. */
  names: readonly string[];
  term(values: readonly string[]): SearchTerm;
}

const each = <T>(values: readonly string[], read: (value: string) => T): T[] => values.map(read);

function field(name: TextField, ...names: string[]): Operator {
  const read = name === 'domain' ? toDomain : withWords;
  return { names, term: (values) => ({ kind: 'field', field: name, values: each(values, read) }) };
}

/** Names are in lower case and without accents. */
export const OPERATORS: readonly Operator[] = [
  field('from', 'de', 'from'),
  field('to', 'para', 'to'),
  field('cc', 'cc'),
  field('subject', 'assunto', 'subject'),
  field('domain', 'dominio', 'domain'),
  field('list', 'lista', 'list'),
  { names: ['tem', 'has'], term: toAttachment },
  { names: ['etiqueta', 'label'], term: (values) => ({ kind: 'label', values: each(values, notBlank) }) },
  { names: ['pasta', 'folder'], term: (values) => ({ kind: 'folder', values: each(values, toFolder) }) },
  { names: ['antes', 'before'], term: (values) => ({ kind: 'before', values: each(values, toDay) }) },
  { names: ['depois', 'after'], term: (values) => ({ kind: 'after', values: each(values, toDay) }) },
  { names: ['maior', 'larger'], term: (values) => ({ kind: 'larger', values: each(values, toBytes) }) },
  { names: ['menor', 'smaller'], term: (values) => ({ kind: 'smaller', values: each(values, toBytes) }) },
  { names: ['lida', 'read'], term: (values) => ({ kind: 'read', values: each(values, toYes) }) },
  { names: ['is'], term: (values) => ({ kind: 'read', values: each(values, toState) }) },
];

export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function operatorOf(name: string): Operator | undefined {
  const asked = plain(name);
  return OPERATORS.find(({ names }) => names.includes(asked));
}

/** The words of folders; the first one of each is printed. */
const FOLDERS: Readonly<Record<FolderWord, readonly string[]>> = {
  inbox: ['entrada', 'inbox'],
  archive: ['arquivo', 'archive'],
  sent: ['enviados', 'sent'],
  drafts: ['rascunhos', 'drafts'],
  spam: ['spam'],
  trash: ['lixeira', 'trash'],
  all: ['todas', 'all'],
};

export const printedFolder = (folder: FolderName): string =>
  'word' in folder ? FOLDERS[folder.word][0]! : folder.name;

function toFolder(value: string): FolderName {
  const asked = plain(value.trim());
  const known = Object.entries(FOLDERS).find(([, words]) => words.includes(asked));
  return known ? { word: known[0] as FolderWord } : { name: notBlank(value) };
}

function notBlank(value: string): string {
  const name = value.trim();
  if (name === '') throw new ValueError('The name is empty');
  return name;
}

/** A text that has something to look for. */
export function withWords(value: string): string {
  if (wordsIn(value).length === 0) throw new ValueError('There is no letter and no digit to look for');
  return value;
}

function toDomain(value: string): string {
  const domain = asciiDomain(value.trim().replace(/^@/, ''));
  if (domain === '' || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(domain)) throw new ValueError('This is not a domain');
  return domain;
}

function toAttachment(values: readonly string[]): SearchTerm {
  each(values, (value) => oneOf(value, { anexo: true, attachment: true }, 'anexo'));
  return { kind: 'attachment' };
}

const toYes = (value: string) => oneOf(value, { sim: true, yes: true, nao: false, no: false }, 'sim or nao');
const toState = (value: string) =>
  oneOf(value, { read: true, lida: true, unread: false, 'nao-lida': false }, 'read or unread');

function oneOf(value: string, meanings: Record<string, boolean>, expected: string): boolean {
  const asked = plain(value.trim());
  if (!Object.hasOwn(meanings, asked)) throw new ValueError(`The value must be ${expected}`);
  return meanings[asked]!;
}

function toDay(value: string): string {
  const day = value.trim();
  const time = /^(?!0000)\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  // Some days that do not exist are read as ones of the next month.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day)
    throw new ValueError('The value must be a day, as YYYY-MM-DD');
  return day;
}

const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1_024, mb: 1_024 ** 2, gb: 1_024 ** 3 };

function toBytes(value: string): number {
  const [, digits, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmg]?b)?$/i.exec(value.trim()) ?? [];
  const bytes = Math.round(Number(digits) * UNITS[unit.toLowerCase()]!);
  if (digits === undefined || !Number.isSafeInteger(bytes) || (unit === '' && digits.includes('.')))
    throw new ValueError('The value must be a size, such as 5MB, 200KB, 1.5MB or a number of bytes');
  return bytes;
}
