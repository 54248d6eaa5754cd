import type { ProblemCode } from './codes.js';
import { Problem, type ProblemOptions } from './problem.js';

/**
 * A problem with one field of a request. The message follows the field's name, as in `SendAt must be in the future`,
 * and stands in the details without it.
 */
export function refusedField(
  code: ProblemCode,
  field: string,
  message: string,
  options: Pick<ProblemOptions, 'cause'> = {},
): Problem {
  const details = [{ Field: field, Message: message }];
  return new Problem(code, { message: `${field} ${message}`.trim(), details, ...options });
}
