import { type Problem, refusal } from '#libs/core/http';

export function invalidNotices(field: string, message: string): Problem {
  return refusal('Unprocessable', { erro: `${field} ${message}`, campo: field });
}
