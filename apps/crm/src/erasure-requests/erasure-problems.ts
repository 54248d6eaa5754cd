import { type Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export function contactNotFound(): Problem {
  return refusal('NotFound', { erro: 'contato_id não é de um contato da conta.', campo: 'contato_id' });
}

export function alreadyAnonymized(): Problem {
  return refusal('Conflict', { erro: 'Este contato já foi anonimizado.', campo: 'contato_id' });
}

export function alreadyDecided(): Problem {
  return refusal('Conflict', { erro: 'Este pedido já foi decidido.' });
}

export function reasonMissing(): Problem {
  return refusal('Unprocessable', { erro: 'Informe o motivo da recusa.', campo: 'motivo' });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  if (violatedUnique(error) !== 'erasure_request__pending__uq') return error;
  return refusal('Conflict', { erro: 'Já há um pedido pendente para este contato.', campo: 'contato_id' });
}
