import { html as markup, Html } from '#libs/core/html';
import { Type } from 'typebox';
import { address, exactObject, flag, link, list } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { brandHtml, BRAND_STYLE } from './brand-html.js';
import { buttonFields, buttonHtml } from './button.item.js';
import { defineItem } from '../item.js';

export const MENU = defineItem({
  tipo: 'menu',
  nome: 'Menu',
  grupo: 'estrutura',
  esquema: exactObject({
    links: Type.Optional(list('Links', link('Link'), 8)),
    botao: Type.Optional(buttonFields('Botão')),
    inicio: Type.Optional(address('Destino da marca')),
    fixo: flag('Acompanhar a rolagem'),
  }),
  css: `${BRAND_STYLE}.mn{display:flex;align-items:center;gap:1rem 2rem;min-height:4.5rem;padding-block:.75rem;text-align:start}.mn nav{margin-inline-start:auto}.mn nav ul{display:flex;gap:.25rem 1.75rem;list-style:none}.mn nav a{display:block;padding:.6rem 0;color:var(--t);text-decoration:none;font-size:1rem;font-weight:500}.mn nav a:hover{color:var(--k)}
.mn .bt{white-space:nowrap}.mb{display:none;place-items:center;width:2.75rem;height:2.75rem;padding:0;border:1px solid var(--e);border-radius:var(--r);background:none;color:var(--h);cursor:pointer}.mn:not(:has(nav)) .bt{margin-inline-start:auto}
.stick{position:sticky;top:0;z-index:10;background:var(--b);border-bottom:1px solid var(--l)}
@media(min-width:52rem){.mn nav[popover]{position:static;display:block;inset:auto;width:auto;height:auto;padding:0;border:0;background:none;color:inherit;overflow:visible;margin-block:0;margin-inline-end:0}}
@media(max-width:51.99rem){.mn{gap:.75rem}.mb{display:grid}.mn .bt{margin-inline-start:auto}.mn:not(:has(.bt)) .mb{margin-inline-start:auto}.mn nav[popover]{position:fixed;inset:4.5rem 1.25rem auto;width:auto;margin:0;padding:1rem 1.5rem;color:var(--t);background:var(--c);border:1px solid var(--l);border-radius:calc(var(--r)*1.2);box-shadow:0 20px 60px -20px rgb(10 15 30/.45)}.mn nav ul{display:grid}}`,
  render({ links = [], botao, inicio }, context) {
    const brand = brandHtml(context, inicio);
    const rows = links.map(({ texto, link: to }) => markup`<li><a${context.href(to)}>${context.text(texto)}</a></li>`);
    const button = botao && buttonHtml(botao, 'primario', context, ' bs');
    if (!rows.length) return markup`<div class="mn">${brand}${button}</div>`;
    context.writer.scripts.add('menu');
    const id = new Html(`_menu-${context.item.id}`);
    const open = markup`<button class="mb" type="button" popovertarget="${id}" aria-label="${context.writer.texts.page.openMenu}">
      ${icon('menu')}
    </button>`;
    return markup`<div class="mn">
      ${brand}
      <nav id="${id}" popover aria-label="Principal"><ul role="list">
          ${rows}
        </ul></nav>
      ${button}${open}
    </div>`;
  },
});
