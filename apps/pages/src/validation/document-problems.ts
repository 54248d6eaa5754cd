import type { ErrorObject } from 'ajv';
import { type Problem, refusal } from '#libs/core/http';

/** Says the first error of a schema as a 422 that names the field; `root` is the place of the value that the schema judged. */
export function schemaProblem({ instancePath, keyword, params }: ErrorObject, root: string): Problem {
  const parts = instancePath.split('/').slice(1);
  const below = parts.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join('');
  const named = (name: unknown) => joined(root, `${below}.${String(name).slice(0, 60)}`);
  if (keyword === 'additionalProperties')
    return invalid(named(params['additionalProperty']), 'Este campo não existe aqui.');
  if (keyword === 'required') return invalid(named(params['missingProperty']), 'Este campo é obrigatório.');
  return invalid(joined(root, below), sentenceOf(keyword, params));
}

const joined = (root: string, below: string) => `${root}${below}`.replace(/^\./, '');

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'um texto',
  integer: 'um número inteiro',
  boolean: 'true ou false',
  array: 'uma lista',
  object: 'um objeto',
};

function sentenceOf(keyword: string, params: ErrorObject['params']): string {
  switch (keyword) {
    case 'type':
      return `Deve ser ${TYPE_WORDS[String(params['type'])] ?? 'de outro tipo'}.`;
    case 'enum':
      return `Deve ser um destes: ${(params['allowedValues'] as string[]).filter(Boolean).join(', ')}.`;
    case 'const':
      return `Deve ser ${JSON.stringify(params['allowedValue'])}.`;
    case 'minLength':
      return 'Não pode ser vazio.';
    case 'maxLength':
      return `Pode ter no máximo ${String(params['limit'])} caracteres.`;
    case 'minItems':
      return 'Precisa de pelo menos um elemento.';
    case 'maxItems':
      return `Pode ter no máximo ${String(params['limit'])} elementos.`;
    case 'minimum':
      return `Deve ser no mínimo ${String(params['limit'])}.`;
    case 'maximum':
      return `Deve ser no máximo ${String(params['limit'])}.`;
    default:
      return 'Tem um formato que não é aceito.';
  }
}

/** Returns the 422 for a place in the document; an empty one is the document itself. */
export function invalid(field: string, sentence: string): Problem {
  const place = field || 'documento';
  return refusal('Unprocessable', {
    erro: `Documento inválido em ${place}: ${sentence}`,
    campo: place,
    mensagem: sentence,
  });
}
