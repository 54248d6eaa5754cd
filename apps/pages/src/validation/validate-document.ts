import type * as AjvPackage from 'ajv';
import type { ValidateFunction } from 'ajv';
import { findFont } from '#libs/sites/sites';
import { refusal } from '#libs/core/http';
import { lazyPackage, once } from '#libs/core/process';
import { findItemType, ITEM_TYPES } from '../items/catalogue.js';
import { LIMITS } from '../document/limits.js';
import { type DocumentItem, type PageDocument, PageDocumentSchema } from '../document/page-document.js';
import { invalid, schemaProblem } from './document-problems.js';

const ajvPackage = lazyPackage<typeof AjvPackage>('ajv');
/** Stops at the first fault: a document made of faults must not cost more than a good one. */
const ajv = once(() => new (ajvPackage().Ajv)({ allErrors: false, strict: true }));
const validators = new Map<object, ValidateFunction>();

/** Items that hold no others, lie in the page's flow, and so may be in columns inside of columns. */
const NOT_INSIDE = new Set(['colunas', 'menu', 'rodape', 'barra_fixa', 'popup']);

/**
 * The document, if it is one of version 2 in every part.
 * @throws Problem 422 that names the field: `ErrEstiloInvalido` for a font that is none of the twelve
 */
export function validateDocument(value: object): PageDocument {
  rejectUnknownFonts(value);
  const document = checked<PageDocument>(PageDocumentSchema, value, '');
  if (Buffer.byteLength(JSON.stringify(document)) > LIMITS.bytes)
    throw invalid('', `O documento passa de ${LIMITS.bytes / 1024} KiB.`);
  const seen: Seen = { ids: new Set(), items: 0 };
  for (const [index, section] of document.secoes.entries()) {
    const where = `secoes[${index}]`;
    claim(seen, section.id, where);
    for (const [position, column] of section.colunas.entries()) {
      const place = `${where}.colunas[${position}]`;
      claim(seen, column.id, place);
      checkItems(column.itens, `${place}.itens`, seen, false);
    }
  }
  return document;
}

interface Seen {
  ids: Set<string>;
  items: number;
}

function claim({ ids }: Seen, id: string, where: string): void {
  if (ids.has(id)) throw invalid(`${where}.id`, `O id ${id} já está em outra parte do documento.`);
  ids.add(id);
}

function checkItems(items: readonly DocumentItem[], where: string, seen: Seen, inside: boolean): void {
  for (const [index, { id, tipo, props }] of items.entries()) {
    const place = `${where}[${index}]`;
    claim(seen, id, place);
    if (++seen.items > LIMITS.items) throw invalid(place, `O documento passa de ${LIMITS.items} itens.`);
    const type = findItemType(tipo);
    if (!type)
      throw invalid(
        `${place}.tipo`,
        `Não há item deste tipo; os tipos são: ${ITEM_TYPES.map((known) => known.tipo).join(', ')}.`,
      );
    if (inside && NOT_INSIDE.has(tipo))
      throw invalid(`${place}.tipo`, `O item ${tipo} não pode ficar dentro de colunas.`);
    const checkedProps = checked<Record<string, unknown>>(type.esquema, props, `${place}.props`);
    if (tipo !== 'colunas') continue;
    const columns = checkedProps['colunas'] as { itens: DocumentItem[] }[];
    for (const [position, column] of columns.entries())
      checkItems(column.itens, `${place}.props.colunas[${position}].itens`, seen, true);
  }
}

function rejectUnknownFonts(value: object): void {
  const style: unknown = (value as { estilo?: unknown }).estilo;
  if (typeof style !== 'object' || style === null) return;
  for (const field of ['fonte_titulos', 'fonte_texto'] as const) {
    const font = (style as Record<string, unknown>)[field];
    if (font === undefined || font === '' || (typeof font === 'string' && findFont(font))) continue;
    throw refusal('Unprocessable', {
      erro: 'ErrEstiloInvalido',
      campo: `estilo.${field}`,
      mensagem: `A fonte de estilo.${field} não está entre as doze disponíveis.`,
    });
  }
}

function checked<T>(schema: object, value: unknown, where: string): T {
  let validate = validators.get(schema);
  if (!validate) validators.set(schema, (validate = ajv().compile(schema)));
  if (!validate(value)) throw schemaProblem(validate.errors![0]!, where);
  return value as T;
}
