import { type Problem, refusal } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export function invalidCnpj(): Problem {
  return refusal('ValidationError', { erro: 'cnpj não é um CNPJ válido.', campo: 'cnpj' });
}

export function invalidCountry(): Problem {
  return refusal('ValidationError', { erro: 'pais deve ser um código ISO 3166-1 de duas letras.', campo: 'pais' });
}

export function blankName(): Problem {
  return refusal('ValidationError', { erro: 'nome não pode ficar em branco.', campo: 'nome' });
}

export function contactNotFound(): Problem {
  return refusal('NotFound', { erro: 'contato_id não é de um contato da conta.', campo: 'contato_id' });
}

const TAKEN: Readonly<Record<string, [campo: string, erro: string]>> = {
  company__name__uq: ['nome', 'Outra empresa da conta já tem este nome.'],
  company__cnpj__uq: ['cnpj', 'Outra empresa da conta já tem este CNPJ.'],
};

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  const [campo, erro] = TAKEN[violatedUnique(error) ?? ''] ?? [];
  return campo && erro ? refusal('AlreadyExists', { erro, campo }) : error;
}
