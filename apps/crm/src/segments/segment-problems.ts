import { Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

/** @param count how many the account has */
export const tooManySegments = (max: number, count: number): Problem =>
  refusal('Unprocessable', { erro: `Uma conta tem no máximo ${max} segmentos, e esta tem ${count}: restam 0.` });

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  if (violatedUnique(error) !== 'segment__name__uq') return error;
  return refusal('AlreadyExists', { erro: 'A conta já tem um segmento com este nome.', campo: 'nome' });
}

/** @throws Problem NotFound */
export function found<T>(segment: T | null): T {
  if (segment === null) throw new Problem('NotFound');
  return segment;
}
