import { Problem, refusal } from '#libs/core/http';
import { violatedForeignKey, violatedUnique } from '#libs/core/persistence';
import { IDENTIFIER_FIELDS, type IdentifierKind } from '../identifiers/identifiers.js';

export function noIdentifier(): Problem {
  return refusal('Unprocessable', { erro: 'Informe um e-mail ou um telefone.', campo: 'email' });
}

/** @param campo the field of the request that has it */
export function invalidIdentifier(kind: IdentifierKind, campo = IDENTIFIER_FIELDS[kind]): Problem {
  const erro = kind === 'email' ? 'Informe um e-mail válido.' : 'Informe um telefone válido, com DDD ou país.';
  return refusal('Unprocessable', { erro, campo });
}

export function invalidContactField(campo: string, erro: string): Problem {
  return refusal('Unprocessable', { erro, campo });
}

export function unknownCompany(): Problem {
  return invalidContactField('empresa_id', 'A conta não tem esta empresa.');
}

export function isAnonymized(): Problem {
  return refusal('Unprocessable', { erro: 'O contato foi anonimizado e não muda mais.' });
}

export function isMerged(): Problem {
  return refusal('Conflict', { erro: 'O contato foi mesclado em outro. Desfaça a mesclagem.' });
}

/** @param mesclado_id the contact that has what the one of the request had */
export function mergedInto(mesclado_id: string): Problem {
  return new Problem('NotFound', { message: 'O contato foi mesclado em outro.', extra: { mesclado_id } });
}

export function identifierKnown(): Problem {
  return refusal('AlreadyExists', { erro: 'O contato já tem este e-mail ou telefone.' });
}

export function tooManyIdentifiers(most: number): Problem {
  return refusal('Unprocessable', { erro: `Um contato tem no máximo ${most} e-mails e ${most} telefones.` });
}

export function identifierTaken(): Problem {
  return refusal('AlreadyExists', { erro: 'Outro contato já tem este e-mail ou telefone.' });
}

/** A violated constraint as a Problem; other errors unchanged. */
export function conflictOf(error: unknown): unknown {
  return violatedUnique(error) === 'contact_identifier__value__uq' ? identifierTaken() : error;
}

/** Whether a new contact was left out because one of its identifiers is taken, and another one is not. */
export function isPartlyTaken(error: unknown): boolean {
  return violatedForeignKey(error) === 'contact_identifier__contact__fk';
}
