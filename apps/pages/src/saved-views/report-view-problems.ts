import { type Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_VIEWS = 50;

export function tooManyViews(): Problem {
  return refusal('Unprocessable', { erro: `Uma conta tem no máximo ${MAX_VIEWS} visões.` });
}

export function unknownFilter(name: string, known: readonly string[]): Problem {
  const erro = `filtros tem um campo desconhecido: ${name}. Os campos são: ${known.join(', ')}.`;
  return refusal('ValidationError', { erro, campo: `filtros.${name}` });
}

export function invalidFilter(name: string, erro: string): Problem {
  return refusal('Unprocessable', { erro, campo: `filtros.${name}` });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  if (violatedUnique(error) !== 'report_view__name__uq') return error;
  return refusal('Conflict', { erro: 'A conta já tem uma visão com este nome.', campo: 'nome' });
}
