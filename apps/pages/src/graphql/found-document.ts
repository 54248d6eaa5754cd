import { Problem, refusal } from '#libs/http';

/**
 * The document that a loader found.
 * @throws Problem NotFound if it is gone, ValidationError if the documents of the answer are too large together
 */
export function foundDocument(found: { document: object | null } | undefined): object {
  if (!found) throw new Problem('NotFound');
  if (found.document === null)
    throw refusal('ValidationError', { erro: 'Os documentos da resposta passam de 4 MiB: peça menos páginas.' });
  return found.document;
}
