import { rule } from './rule.js';

/** Texts that are `min` to `max` characters long, judged by the names that class-validator has for such rules. */
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
 * Counts code points, as JSON Schema does. class-validator leaves variation selectors out of its count, so that a text
 * of nothing else could be as long as it likes.
 */
function isAtMost(value: unknown, max: number): boolean {
  if (typeof value !== 'string') return false;
  return value.length <= max || (value.length <= max * 2 && [...value].length <= max);
}
