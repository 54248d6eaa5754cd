import type { NewMessage } from './new-message.js';

/**
 * A message whose texts Postgres can keep: without the character NUL, and without halves of surrogate pairs. The raw message
 * keeps both.
 */
export const storableMessage = (message: NewMessage): NewMessage => storable(message);

/** The same of any value. */
export const storable = <T>(value: T): T => storableValue(value) as T;

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (!isPlain(value)) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) copy[key] = storableValue(copy[key]);
  return copy;
}

const NOT_STORABLE = /[\0\p{Surrogate}]/u;

const storableText = (text: string): string =>
  NOT_STORABLE.test(text) ? text.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd') : text;

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
