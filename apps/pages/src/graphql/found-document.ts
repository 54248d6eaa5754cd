import { Problem, refusal } from '#libs/core/http';

/** Documents that one answer may hold together; the answer itself ends at the same size. */
export const MAX_DOCUMENT_BYTES = 4 * 1024 * 1024;

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
