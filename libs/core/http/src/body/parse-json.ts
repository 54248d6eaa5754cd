import { isUtf8 } from 'node:buffer';
import { Problem } from '../problem/problem.js';
import { quoteLongNumbers } from './whole-number-text.js';

/** No API needs deeper nesting, and recursion into it could exhaust the stack. */
export const MAX_DEPTH = 64;

/** Keys that change an object's prototype if code copies them without care. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const SHORTEST_FORBIDDEN = 9;

const BYTE_ORDER_MARK = 0xfeff;
const NUL = '\u0000';
/** With the u flag, only a surrogate without its other half is matched. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** A field of a body with rows that are validated separately. */
export interface RowsField {
  field: string;
  /** Maximum of rows. With more, an invalid row makes the whole body invalid. */
  max: number;
}

/**
 * Parses a JSON body (RFC 8259). Returns undefined for an empty body.
 * @param rows a list of which each invalid item is replaced by its ValidationError; the field in it is relative to the item
 * @param exact a field whose whole numbers beyond 2^53 become texts, with every digit
 * @throws Problem InvalidJson if the body is malformed, not UTF-8 or nested too deeply; ValidationError with the field if
 * a string cannot be stored (NUL, half a surrogate pair), a key is forbidden or a number would be altered
 */
export function parseJsonBody(bytes: Buffer, rows?: RowsField, exact?: string): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new Problem('InvalidJson', { message: 'The body is not valid UTF-8.' });
  const text = withoutByteOrderMark(bytes.toString('utf8'));
  const value = exact === undefined ? parse(text) : parseExactly(text, exact);
  if (typeof value === 'object' && value !== null) inspectBody(value, text, rows);
  else if (typeof value === 'string' && text.includes('\\u')) inspectText(value, []);
  return value;
}

const withoutByteOrderMark = (text: string): string => (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem('InvalidJson', { cause });
  }
}

/** Valid JSON alone is read by the quoting, which is linear only then. */
function parseExactly(text: string, field: string): unknown {
  const value = parse(text);
  const quoted = quoteLongNumbers(text, field);
  return quoted === text ? value : parse(quoted);
}

/**
 * NUL and lone surrogates can only come from \u escapes, because the bytes are valid UTF-8 and JSON allows no raw
 * control characters. So only depth and keys are checked in a body without such escapes.
 */
function inspectBody(value: object, text: string, rows: RowsField | undefined): void {
  if (!text.includes('\\u') && hasValidKeys(value, 1)) return;
  const items = rows && rowsOf(value, rows);
  if (!items) return inspectFully(value, []);
  inspectFully({ ...value, [rows.field]: null }, []);
  for (const [index, item] of items.entries()) items[index] = problemOf(item) ?? item;
}

function rowsOf(body: object, { field, max }: RowsField): unknown[] | undefined {
  const items = Object.hasOwn(body, field) && (body as Record<string, unknown>)[field];
  return Array.isArray(items) && items.length <= max ? items : undefined;
}

/** Levels above an item of a list that is a field of the body. */
const ABOVE_ROW = 2;

/** The ValidationError of a row. @throws Problem InvalidJson if it is nested too deeply: then the whole body is invalid */
function problemOf(row: unknown): Problem | undefined {
  try {
    inspectFully(row, [], ABOVE_ROW);
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === 'ValidationError') return error;
    throw error;
  }
}

/** Says whether digits of a whole number may be lost, or all of a number that is too large: a JavaScript number has 53 bits. */
const isAltered = (value: unknown): boolean =>
  typeof value === 'number' && !Number.isSafeInteger(value) && (Number.isInteger(value) || !Number.isFinite(value));

/** Whether depth, keys and numbers are valid. If not, the slower `inspectFully` finds the field and throws. */
function hasValidKeys(value: object, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      if (isAltered(item)) return false;
      if (typeof item === 'object' && item !== null && !hasValidKeys(item, depth + 1)) return false;
    }
    return true;
  }
  for (const key in value) {
    if (key.length >= SHORTEST_FORBIDDEN && FORBIDDEN_KEYS.has(key)) return false;
    const item: unknown = (value as Record<string, unknown>)[key];
    if (isAltered(item)) return false;
    if (typeof item === 'object' && item !== null && !hasValidKeys(item, depth + 1)) return false;
  }
  return true;
}

/** `path` is one array that is changed in place: a copy for each node would cost more than the parsing. */
function inspectFully(value: unknown, path: (string | number)[], above = 0): void {
  if (typeof value === 'string') return inspectText(value, path);
  if (isAltered(value))
    throw invalidField([...path], 'is a number beyond 2^53, which would be altered: send it as text');
  if (typeof value !== 'object' || value === null) return;
  if (above + path.length >= MAX_DEPTH) throw tooDeep();
  if (Array.isArray(value)) return value.forEach((item, index) => inspectAt(index, item, path, above));
  for (const key of Object.keys(value)) {
    inspectKey(key, path);
    inspectAt(key, (value as Record<string, unknown>)[key], path, above);
  }
}

function inspectAt(step: string | number, item: unknown, path: (string | number)[], above: number): void {
  path.push(step);
  inspectFully(item, path, above);
  path.pop();
}

function inspectKey(key: string, path: (string | number)[]): void {
  if (FORBIDDEN_KEYS.has(key)) throw invalidField([...path, key], 'is not allowed as a key');
  inspectText(key, path);
}

function inspectText(text: string, path: (string | number)[]): void {
  if (text.includes(NUL)) throw invalidField(path, 'must not contain the NUL character');
  if (LONE_SURROGATE.test(text)) throw invalidField(path, 'must not contain half a surrogate pair');
}

const tooDeep = (): Problem =>
  new Problem('InvalidJson', { message: `The body is nested more than ${MAX_DEPTH} levels deep.` });

function invalidField(path: (string | number)[], what: string): Problem {
  const field = fieldPath(path);
  const message = `${field || 'The body'} ${what}`;
  return new Problem('ValidationError', { message: `${message}.`, details: [{ Field: field, Message: message }] });
}

/** `['To', 3, 'Name']` as `To[3].Name`; unstorable characters of keys are shown as U+FFFD. */
export function fieldPath(path: readonly (string | number)[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${shown(step)}`))
    .join('');
}

const shown = (key: string): string => key.replace(/[\0\p{Surrogate}]/gu, '\ufffd').slice(0, 100);
