import type { ProblemCode } from './codes.js';
import { Problem, type ProblemOptions } from './problem.js';

/**
 * A Problem with one field of a request. The Problem's message is the field's name and `message`, as in `SendAt must be in
 * the future`; the details have `message` alone.
 */
export function invalidField(
  code: ProblemCode,
  field: string,
  message: string,
  options: Pick<ProblemOptions, 'cause'> = {},
): Problem {
  const details = [{ Field: field, Message: message }];
  return new Problem(code, { message: `${field} ${message}`.trim(), details, ...options });
}
