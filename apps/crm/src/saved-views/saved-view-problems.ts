import { type Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_VIEWS = 50;

export function tooManyViews(): Problem {
  return refusal('Unprocessable', { erro: `Uma conta tem no máximo ${MAX_VIEWS} visões.` });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  if (violatedUnique(error) !== 'saved_view__name__uq') return error;
  return refusal('AlreadyExists', { erro: 'A conta já tem uma visão com este nome.', campo: 'nome' });
}
