import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { FreeObject } from '#libs/core/http';
import { LIMITS } from './limits.js';
import { PageDocumentSchema } from './page-document.js';

/** OpenAPI 3.0 knows no `const`. */
const withoutConst = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'const' in value
    ? { type: typeof value.const, enum: [value.const] }
    : value;

const text = JSON.stringify(PageDocumentSchema);
const { required: selfRequired, ...schema } = JSON.parse(text, withoutConst) as { required: string[] };
const DESCRIPTION = {
  ...schema,
  selfRequired,
  description: 'O documento da página, versão 2; props de um item conforme o esquema do tipo em GET /v1/itens',
  example: { versao: 2, secoes: [], estilo: {} },
} as unknown as ApiPropertyOptions;

/** The field of an answer with a page document. */
export const TemplateProperty = (): PropertyDecorator => ApiProperty(DESCRIPTION);

/** The field of a body with a page document; `validateDocument` judges its content. */
export const Template = (): PropertyDecorator => {
  const isObject = FreeObject({ maxBytes: 2 * LIMITS.bytes });
  const described = ApiProperty(DESCRIPTION);
  return (prototype, property) => {
    isObject(prototype, property);
    described(prototype, property);
  };
};
