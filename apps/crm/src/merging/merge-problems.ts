import { type Problem, refusal } from '#libs/core/http';

const conflict = (erro: string): Problem => refusal('Conflict', { erro });

export const mergeOfItself = () => conflict('Um contato não se mescla consigo mesmo.');
export const mergeOfAnonymized = () => conflict('Um dos contatos foi anonimizado.');
export const erasureIsPending = () => conflict('Um dos contatos tem um pedido de exclusão pendente.');
export const alreadyUndone = () => conflict('A mesclagem já foi desfeita.');
export const undoExpired = () => conflict('O prazo para desfazer a mesclagem acabou.');
export const notUndoable = () => conflict('Um dos contatos foi apagado ou anonimizado, e a mesclagem fica.');
export const noIdentifierLeft = () => conflict('O contato que ficou não teria mais e-mail nem telefone.');

export function otherNotFound(): Problem {
  return refusal('NotFound', { erro: 'contato_id não é de um contato da conta.', campo: 'contato_id' });
}

export function tooManyTags(most: number): Problem {
  return refusal('Unprocessable', { erro: `Um contato tem no máximo ${most} marcadores.`, campo: 'contato_id' });
}

export function historyTooLong(most: number): Problem {
  const erro = `Só um contato com até ${most} registros no histórico pode ser mesclado em outro.`;
  return refusal('Unprocessable', { erro, campo: 'contato_id' });
}
