import type { DkimKeyType } from '#libs/mail/email';
import { KEY_TYPES, type KeyState, type PublishedKey } from './published-key.js';

/** Retired keys included. */
const MAX_KEYS = 20;

/** When the records of new keys are first checked (milliseconds). */
export const FIRST_KEY_CHECK_MS = 3_600_000;

/**
 * The types whose active key has no pending successor; without one `awaited`, and `too many` after too many rotations in
 * the days that retired keys are listed.
 */
export function rotatableTypes(keys: readonly PublishedKey[]): DkimKeyType[] | 'awaited' | 'too many' {
  const has = (type: DkimKeyType, state: KeyState) => keys.some((key) => key.algorithm === type && key.state === state);
  const types = KEY_TYPES.filter((type) => has(type, 'active') && !has(type, 'pending'));
  if (types.length === 0) return 'awaited';
  return keys.length + types.length > MAX_KEYS ? 'too many' : types;
}
