import { type Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_CUSTOM_FIELDS = 200;

export function tooManyFields(): Problem {
  return refusal('Unprocessable', { erro: `Uma conta tem no máximo ${MAX_CUSTOM_FIELDS} campos personalizados.` });
}

export function keyTaken(): Problem {
  return refusal('AlreadyExists', { erro: 'A conta já tem um campo com esta chave.', campo: 'chave' });
}

export function nativeKey(): Problem {
  return refusal('Unprocessable', { erro: 'Esta chave é de um campo nativo.', campo: 'chave' });
}

export function reservedKey(): Problem {
  return refusal('Unprocessable', { erro: 'Esta chave é reservada. Escolha outra.', campo: 'chave' });
}

export function optionsNeeded(): Problem {
  return refusal('Unprocessable', { erro: 'Uma lista precisa de opções, cada uma diferente.', campo: 'opcoes' });
}

export function optionsUnwanted(): Problem {
  return refusal('Unprocessable', { erro: 'Só os tipos lista e multipla têm opções.', campo: 'opcoes' });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function fieldConflictOf(error: unknown): unknown {
  return violatedUnique(error) === 'custom_field__key__uq' ? keyTaken() : error;
}
