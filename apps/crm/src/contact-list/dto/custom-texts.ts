import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { requestOf } from '#libs/core/auth';
import { refusal } from '#libs/core/http';
import { CUSTOM_TEXT_MAX } from '../../custom-fields/custom-value.js';
import type { CustomTexts } from '../contact-filter.js';

export const CUSTOM_PREFIX = 'campo.';

/** The parameters `campo.<chave>` of the query, by key. */
export const CustomTextsOfQuery = createParamDecorator((_: unknown, context: ExecutionContext): CustomTexts =>
  toCustomTexts(requestOf(context).query),
);

/** Describes the parameters that `CustomTextsOfQuery` reads: their names are those of the account's own fields. */
export const ApiCustomTexts = (): MethodDecorator =>
  ApiQuery({
    name: 'campos',
    required: false,
    style: 'form',
    explode: true,
    description: 'Filtros por campos personalizados da conta: um parâmetro `campo.<chave>` para cada um.',
    schema: { type: 'object', additionalProperties: { type: 'string', maxLength: CUSTOM_TEXT_MAX } },
    example: { [`${CUSTOM_PREFIX}porte`]: 'grande' },
  });

/** @throws Problem InvalidParameter for a field that is given twice */
function toCustomTexts(query: object): CustomTexts {
  const texts = new Map<string, string>();
  for (const [name, text] of Object.entries(query)) {
    if (!name.startsWith(CUSTOM_PREFIX)) continue;
    if (typeof text !== 'string')
      throw refusal('InvalidParameter', { erro: `${name} só pode vir uma vez.`, campo: name });
    texts.set(name.slice(CUSTOM_PREFIX.length), text);
  }
  return texts;
}
