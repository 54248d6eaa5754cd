import type { SingleChange } from '../../contact-changes/on-contacts-changed.js';
import { foldText } from '../../fold-text.js';
import type { TriggerParameters } from '../definition/journey-trigger.js';

/**
 * Whether a change is one of the field, from and to the values that a journey waits for. Texts compare without case and accents. Of a
 * list, `to` is an item that came, and `from` one that went.
 */
export function matchesChange(
  { field, from, to }: TriggerParameters,
  { fields, before, after }: Pick<SingleChange, 'fields' | 'before' | 'after'>,
): boolean {
  if (field === undefined || !fields.includes(field)) return false;
  const [old, current] = [before[field], after[field]];
  if (Array.isArray(old) || Array.isArray(current)) {
    const came = (value: unknown) => hasItem(current, value) && !hasItem(old, value);
    const went = (value: unknown) => hasItem(old, value) && !hasItem(current, value);
    return (to === undefined || came(to)) && (from === undefined || went(from));
  }
  return (from === undefined || isSame(old, from)) && (to === undefined || isSame(current, to));
}

const hasItem = (list: unknown, value: unknown): boolean =>
  Array.isArray(list) && list.some((item) => isSame(item, value));

/** Absent and null are one value. */
function isSame(value: unknown, wanted: unknown): boolean {
  if (typeof value === 'string' && typeof wanted === 'string') return foldText(value) === foldText(wanted);
  return (value ?? null) === (wanted ?? null);
}
