import { rule } from './rule.js';

/** Rules for texts of `min` to `max` characters, with class-validator's own names and messages. */
export function lengthRules(min: number, max: number, each = false): PropertyDecorator[] {
  const most = rule(
    'maxLength',
    (value) => isAtMost(value, max),
    `must be shorter than or equal to ${max} characters`,
    each,
  );
  if (min === 0) return [most];
  const least = `must be longer than or equal to ${min} characters`;
  return [most, rule('minLength', (value) => typeof value === 'string' && value.length >= min, least, each)];
}

/**
 * Counts code points, as JSON Schema does. class-validator does not count variation selectors, so a text of only those
 * would have no limit.
 */
function isAtMost(value: unknown, max: number): boolean {
  if (typeof value !== 'string') return false;
  return value.length <= max || (value.length <= max * 2 && [...value].length <= max);
}
