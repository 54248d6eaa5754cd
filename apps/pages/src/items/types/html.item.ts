import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { exactObject } from '../../document/fields.js';
import { LIMITS } from '../../document/limits.js';
import { pastedHtml } from '../../markup/rich-text.js';
import { defineItem } from '../item.js';
import { RICH_STYLE } from './text.item.js';

export const HTML = defineItem({
  tipo: 'html',
  nome: 'HTML',
  grupo: 'conteudo',
  esquema: exactObject({
    codigo: Type.String({
      title: 'HTML',
      description: 'Scripts, estilos, quadros e formulários são retirados; imagens só da própria conta',
      minLength: 1,
      maxLength: LIMITS.html,
    }),
  }),
  css: `${RICH_STYLE}.ht{overflow-x:auto}.ht>*+*{margin-top:1em}.ht table{border-collapse:collapse;width:100%}.ht th,.ht td{padding:.6rem .9rem;border-bottom:1px solid var(--l);text-align:start}.ht th{color:var(--h)}.ht pre{overflow:auto;padding:1rem;background:var(--c);border-radius:var(--r)}`,
  render({ codigo }, context) {
    const content = pastedHtml(codigo);
    if (content.text.includes('data-utm=')) context.writer.scripts.add('visitor');
    return markup`<div class="ht rt">${content}</div>`;
  },
});
