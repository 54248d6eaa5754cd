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
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, storableValue(one)]));
}

const storableText = (text: string): string => text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd');

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
