import { Problem, type ProblemDetail } from '#libs/core/http';

/**
 * Requires fields that a body may spell in two ways.
 * @throws Problem ValidationError naming every field that is missing in both spellings
 */
export function requireFields<T extends Record<string, string | undefined>>(fields: T): Record<keyof T, string> {
  const missing = Object.keys(fields).filter((name) => fields[name] === undefined);
  if (missing.length > 0) throw absent(missing);
  return fields as Record<keyof T, string>;
}

function absent(names: readonly string[]): Problem {
  const details: ProblemDetail[] = names.map((Field) => ({ Field, Message: `${Field} is required` }));
  return new Problem('ValidationError', { message: details[0]?.Message, details });
}
