import { Html, html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, list, mediumText, shortText } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { defineItem } from '../item.js';
import { iconName } from './shared-fields.js';

export const LIST = defineItem({
  tipo: 'lista',
  nome: 'Lista',
  grupo: 'texto',
  esquema: exactObject({
    itens: list(
      'Itens',
      exactObject({
        titulo: Type.Optional(shortText('Título')),
        texto: Type.Optional(mediumText('Texto')),
        icone: iconName(),
      }),
    ),
    estilo: choice('Estilo', ['icones', 'marcas', 'numeros', 'cartoes'], 'icones'),
    colunas: Type.Optional(Type.Integer({ title: 'Colunas em telas largas', minimum: 1, maximum: 4, default: 1 })),
  }),
  css: `.li{list-style:none;display:grid;gap:1.1rem 2rem;text-align:start}.li>li{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.2rem 1rem}
.li strong{display:block;font-family:var(--fh);font-size:1.125rem;line-height:1.35;color:var(--h)}.li strong+p{margin-top:.3rem;color:var(--m)}
.lb{display:grid;place-items:center;width:1.75rem;height:1.75rem;border-radius:50%;background:var(--s);color:var(--u);font-weight:700;font-size:.95rem}.lb .ic{width:1.05rem;height:1.05rem;stroke-width:2.5}
.li.nu{row-gap:1.75rem}.li.nu .lb{width:2.5rem;height:2.5rem}.li.ma{list-style:disc;padding-inline-start:1.3rem}.li.ma>li{display:list-item}.li.ma ::marker{color:var(--k)}
.li.cr{gap:1.25rem}.li.cr>li{grid-template-columns:minmax(0,1fr);align-content:start;padding:1.75rem;background:var(--c);border:1px solid var(--l);border-radius:calc(var(--r)*1.4)}.li.cr .lb{width:3rem;height:3rem;margin-bottom:.9rem;border-radius:calc(var(--r)*.9)}.li.cr .lb .ic{width:1.5rem;height:1.5rem;stroke-width:2}
.c>.hd+.li.cr,.c>.tx+.li.cr{margin-top:2.5rem}.c>.tx+.li:not(.cr):not(.nu){margin-top:1.75rem}
@media(min-width:40rem){.li.k2,.li.k3,.li.k4{grid-template-columns:repeat(2,minmax(0,1fr))}}@media(min-width:60rem){.li.k3{grid-template-columns:repeat(3,minmax(0,1fr))}.li.k4{grid-template-columns:repeat(4,minmax(0,1fr))}}`,
  render({ itens, estilo = 'icones', colunas = 1 }, context) {
    const rows = itens.map(({ titulo, texto, icone }, index) => {
      const mark = estilo === 'numeros' ? new Html(String(index + 1)) : icon(icone ?? 'certo');
      const badge = estilo === 'marcas' ? undefined : markup`<span class="lb" aria-hidden="true">${mark}</span>`;
      const title = context.maybe(titulo, (text) => markup`<strong>${text}</strong>`);
      return markup`<li>
        ${badge}
        <div>${title}${context.maybe(texto, (text) => markup`<p>${text}</p>`)}</div>
      </li>`;
    });
    const look = { icones: '', marcas: ' ma', numeros: ' nu', cartoes: ' cr' }[estilo];
    const tag = new Html(estilo === 'numeros' ? 'ol' : 'ul');
    // Without its marker a list is none to some screen readers, unless it says that it is.
    return markup`<${tag} class="li${look} k${String(colunas)}" role="list">${rows}</${tag}>`;
  },
});
