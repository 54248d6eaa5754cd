import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, flag } from '../../document/fields.js';
import { LIMITS } from '../../document/limits.js';
import { type DocumentItem, ItemSchema } from '../../document/page-document.js';
import { gridClass } from '../../markup/grid.js';
import { defineItem } from '../item.js';

/** Items side by side inside of a column. Their types may not themselves hold items: see `validate-document.ts`. */
export const COLUMNS = defineItem({
  tipo: 'colunas',
  nome: 'Colunas',
  grupo: 'estrutura',
  esquema: exactObject({
    colunas: Type.Array(
      exactObject({
        largura: Type.Optional(Type.Integer({ title: 'Largura em doze avos', minimum: 1, maximum: 12 })),
        itens: Type.Array(ItemSchema, { title: 'Itens', maxItems: LIMITS.itemsPerColumn }),
      }),
      { title: 'Colunas', minItems: 1, maxItems: LIMITS.columnsPerSection },
    ),
    cartoes: flag('Cada coluna em um cartão'),
    alinhamento_vertical: choice('Alinhamento vertical', ['topo', 'centro', 'esticar'], 'esticar'),
  }),
  css: `.g.in{gap:clamp(1.25rem,1rem + 1vw,1.75rem)}.g.in>.cd{padding:1.75rem}@media(max-width:39.99rem){.g.in:not(:has(>.cd)){row-gap:2.75rem}}`,
  render({ colunas, cartoes, alinhamento_vertical: vertical = 'esticar' }, context) {
    const grid = gridClass(colunas, context.writer);
    const align = { topo: ' top', centro: ' mid', esticar: '' }[vertical];
    const card = cartoes ? ' cd' : '';
    const columns = colunas.map(
      ({ itens }, index) =>
        markup`<div class="c${card}">${context.children(itens as DocumentItem[], `colunas[${index}].itens`)}</div>`,
    );
    return markup`<div class="g in${grid}${align}">${columns}</div>`;
  },
});
