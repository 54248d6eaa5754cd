import { Html, html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, flag, shortText } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { paletteCss, paletteOf } from '../../markup/palette.js';
import { buttonFields, buttonHtml } from './button.item.js';
import { defineItem } from '../item.js';

export const STICKY_BAR = defineItem({
  tipo: 'barra_fixa',
  nome: 'Barra fixa',
  grupo: 'acao',
  esquema: exactObject({
    texto: shortText('Texto'),
    botao: Type.Optional(buttonFields('Botão')),
    posicao: choice('Posição', ['topo', 'rodape'], 'rodape'),
    pode_fechar: flag('O visitante pode fechar'),
  }),
  css: `.bar{position:sticky;z-index:12;background:var(--b);color:var(--t);border-top:1px solid var(--l)}.bar.bo{bottom:0}.bar.to{top:0}.bar .wd{display:flex;flex-wrap:wrap;gap:.6rem 1.5rem;align-items:center;justify-content:center;padding-block:.7rem;padding-inline-end:3rem;text-align:center;font-weight:500}
.bx1{position:absolute;inset:50% 0 auto auto;transform:translateY(-50%);display:grid;place-items:center;width:2.75rem;height:2.75rem;padding:0;border:0;background:none;color:inherit;cursor:pointer}`,
  render({ texto, botao, posicao = 'rodape', pode_fechar }, context) {
    context.writer.style(`.bar{${paletteCss(paletteOf(context.writer.page.brand, { fundo: 'escuro' }))}}`);
    if (pode_fechar) context.writer.scripts.add('bar');
    const close = pode_fechar
      ? markup`<button class="bx1" type="button" data-close aria-label="${context.writer.texts.page.close}" hidden>${icon('fechar')}</button>`
      : undefined;
    const button = botao && buttonHtml(botao, 'primario', context, ' bs');
    const id = new Html(context.item.id);
    const place = posicao === 'topo' ? 'to' : 'bo';
    const bar = markup`<aside class="bar ${place}" id="${id}" aria-label="${context.writer.texts.page.notice}"><div class="wd"><p>${context.text(texto)}</p>
        ${button}${close}
      </div></aside>`;
    context.writer.overlays.push({ html: bar, first: posicao === 'topo' });
    return undefined;
  },
});
