import { Problem, refusal } from '#libs/core/http';
import { MAX_WAITING } from './import-values.js';

export function invalidUpload(campo: string): Problem {
  const erro = 'Envie o arquivo no campo arquivo e a configuração no campo config, em multipart/form-data.';
  return refusal('ValidationError', { erro, campo });
}

export function fileTooLarge(maxBytes: number): Problem {
  return refusal('PayloadTooLarge', { erro: `O arquivo é grande demais; o máximo é ${maxBytes} bytes.` });
}

export function invalidFile(erro: string): Problem {
  return refusal('Unprocessable', { erro, campo: 'arquivo' });
}

export function invalidMapping(erro: string): Problem {
  return refusal('Unprocessable', { erro, campo: 'config.mapeamento' });
}

export function invalidReading(name: string, erro: string): Problem {
  return refusal('Unprocessable', { erro, campo: `config.${name}` });
}

export function tooManyImports(): Problem {
  return refusal('Conflict', { erro: `Uma conta pode ter no máximo ${MAX_WAITING} importações em andamento.` });
}

export function notCancelable(): Problem {
  return refusal('Conflict', { erro: 'A importação já terminou.' });
}

export function notUndoable(erro: string): Problem {
  return refusal('Conflict', { erro });
}

export const notFound = (): Problem => new Problem('NotFound');
