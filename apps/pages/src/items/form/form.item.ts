import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, formId, mediumText, shortText } from '../../document/fields.js';
import { FORM_STYLE, formHtml } from './form-html.js';
import { isDark } from '#libs/sites/sites';
import { paletteCss, paletteOf } from '../../markup/palette.js';
import { defineItem } from '../item.js';
import type { ItemContext } from '../item-context.js';

/** On a dark section the card is a light one, which draws the eye; not for brands that are dark themselves. */
function lightCard({ palette, writer }: ItemContext): string {
  const light = paletteOf(writer.page.brand);
  if (!isDark(palette.background) || isDark(light.background)) return '';
  writer.style(`.lt{${paletteCss(light)};color:var(--t);border-color:transparent}`);
  return ' lt';
}

export const FORM = defineItem({
  tipo: 'formulario',
  nome: 'Formulário',
  grupo: 'acao',
  esquema: exactObject({
    form_id: formId('Formulário'),
    titulo: Type.Optional(shortText('Título')),
    descricao: Type.Optional(mediumText('Descrição')),
    texto_botao: Type.Optional(shortText('Texto do botão', { maxLength: 60 })),
    nota: Type.Optional(shortText('Nota abaixo do botão')),
    estilo: choice('Estilo', ['cartao', 'simples'], 'cartao'),
  }),
  css: FORM_STYLE,
  render({ form_id, titulo, descricao, texto_botao, nota, estilo = 'cartao' }, context) {
    const level = context.partLevel();
    const form = formHtml(form_id, { field: 'form_id', button: texto_botao, note: nota, title: titulo }, context);
    if (!form) return undefined;
    const title = context.maybe(
      titulo,
      (text) => markup`<p class="h3 fti" role="heading" aria-level="${String(level)}">${text}</p>`,
    );
    const about = context.maybe(descricao, (text) => markup`<p class="fab">${text}</p>`);
    const look = estilo === 'cartao' ? ` cd${lightCard(context)}` : '';
    return markup`<div class="fo${look}">${title}${about}${form}</div>`;
  },
});
