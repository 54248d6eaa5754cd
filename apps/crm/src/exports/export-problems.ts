import { Problem, refusal } from '#libs/core/http';
import { MAX_LIVE, MAX_UNFINISHED, XLSX_MAX_CONTACTS } from './export-values.js';

/** An export that no further attempt would finish. The message is for the user. */
export class ImpossibleExport extends Error {
  override readonly name = 'ImpossibleExport';
}

export const TOO_LONG_FOR_XLSX =
  `Um arquivo XLSX tem no máximo ${XLSX_MAX_CONTACTS} contatos, que é o limite do formato. ` +
  'Exporte em CSV, ou use mais filtros.';
export const TOO_LARGE = 'O arquivo teria mais de 2 GiB. Use mais filtros.';
export const INTERNAL_FAILURE = 'A exportação parou por uma falha interna. Tente de novo.';
export const NOT_FINISHED = 'A exportação não terminou em um dia. Tente de novo.';
export const ERASED_MEANWHILE =
  'Contatos foram apagados em definitivo enquanto o arquivo era escrito. Tente de novo mais tarde.';
export const CONTACT_ERASED =
  'O arquivo foi apagado porque um de seus contatos foi apagado em definitivo. Exporte de novo.';

export function tooLongForXlsx(): Problem {
  return refusal('Unprocessable', { erro: TOO_LONG_FOR_XLSX, campo: 'formato' });
}

export function delimiterOfXlsx(): Problem {
  return refusal('Unprocessable', { erro: 'Só um CSV tem separador.', campo: 'separador' });
}

export function tooManyUnfinished(): Problem {
  return refusal('Conflict', { erro: `Uma conta pode ter no máximo ${MAX_UNFINISHED} exportações em andamento.` });
}

export function tooManyFiles(): Problem {
  return refusal('Conflict', { erro: `Uma conta guarda no máximo ${MAX_LIVE} exportações. Apague uma antes.` });
}

export function notFinished(): Problem {
  return refusal('Conflict', { erro: 'A exportação ainda não terminou.' });
}

/** There is no file any more, or there never was. */
export function noFile(failure: string | null): Problem {
  return refusal('Gone', { erro: failure ?? 'O arquivo expirou e foi apagado. Exporte de novo.' });
}

export const notFound = (): Problem => new Problem('NotFound');
