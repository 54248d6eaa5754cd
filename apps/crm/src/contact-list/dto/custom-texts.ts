import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from '#libs/auth';
import { refusal } from '#libs/http';
import type { CustomTexts } from '../contact-filter.js';

export const CUSTOM_PREFIX = 'campo.';

/** The parameters `campo.<chave>` of the query, by key. */
export const CustomTextsOfQuery = createParamDecorator((_: unknown, context: ExecutionContext): CustomTexts =>
  toCustomTexts(requestOf(context).query),
);

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
