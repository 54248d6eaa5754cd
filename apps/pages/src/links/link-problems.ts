import { Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_LINKS = 10_000;

export function tooManyLinks(): Problem {
  return new Problem('Conflict', { message: `Uma conta tem no máximo ${MAX_LINKS} links curtos.` });
}

export function slugTaken(): Problem {
  return refusal('AlreadyExists', { erro: 'slug já está em uso.', campo: 'slug' });
}

export function invalidTarget(): Problem {
  return refusal('ValidationError', {
    erro: 'destino deve ser um endereço http ou https completo, sem usuário nem senha.',
    campo: 'destino',
  });
}

export function leadsInCircles(): Problem {
  return refusal('Unprocessable', { erro: 'destino não pode ser outro link curto.', campo: 'destino' });
}

export function alreadyExpired(): Problem {
  return refusal('Unprocessable', { erro: 'expira_em deve estar no futuro.', campo: 'expira_em' });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  return violatedUnique(error) === 'short_link__slug__uq' ? slugTaken() : error;
}
