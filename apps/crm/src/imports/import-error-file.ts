import { CSV_MARK, csvLine } from '#libs/http';
import type { ContactImportError } from './contact-import-error.entity.js';

/** The errors of an import as CSV. */
export function errorFile(errors: readonly ContactImportError[]): string {
  const lines = errors.map(({ rowNumber, columnName, message }) => csvLine([rowNumber, columnName, message]));
  return [CSV_MARK, csvLine(['linha', 'coluna', 'mensagem']), ...lines].join('');
}
