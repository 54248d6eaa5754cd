import { CSV_MARK, csvLine } from '#libs/core/http';
import type { ContactImportError } from './contact-import-error.entity.js';

/** The errors and warnings of an import as CSV. */
export function errorFile(errors: readonly ContactImportError[]): string {
  const lines = errors.map((error) => csvLine([error.rowNumber, error.columnName, messageOf(error)]));
  return [CSV_MARK, csvLine(['linha', 'coluna', 'mensagem']), ...lines].join('');
}

/** Message about a row; a warning begins with that word. */
export function messageOf({ message, isWarning }: Pick<ContactImportError, 'message' | 'isWarning'>): string {
  return isWarning ? `Aviso: ${message[0]?.toLowerCase()}${message.slice(1)}` : message;
}
