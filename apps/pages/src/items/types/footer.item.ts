import { Html, html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { exactObject, flag, list, mediumText, openLink, shortText } from '../../document/fields.js';
import { BRAND_STYLE, brandHtml } from './brand-html.js';
import { defineItem } from '../item.js';

const Group = exactObject({
  titulo: shortText('Título', { maxLength: 60 }),
  links: list('Links', openLink('Link'), 12),
});

interface ShownLink {
  texto: string;
  link: string;
}

const shownOf = (links: readonly { texto: string; link?: string }[]): ShownLink[] =>
  links.flatMap(({ texto, link }) => (link === undefined ? [] : [{ texto, link }]));

export const FOOTER = defineItem({
  tipo: 'rodape',
  nome: 'Rodapé',
  grupo: 'estrutura',
  esquema: exactObject({
    texto: Type.Optional(mediumText('Texto')),
    grupos: Type.Optional(list('Grupos de links', Group, 4)),
    links: Type.Optional(list('Links da última linha', openLink('Link'), 10)),
    direitos: Type.Optional(shortText('Linha de direitos')),
    sem_marca: flag('Esconder a marca'),
  }),
  css: `${BRAND_STYLE}.rd{display:grid;gap:2.5rem;font-size:1rem;text-align:start}.rd a:not(.bd){color:var(--m);text-decoration:none}.rd a:not(.bd):hover{color:var(--k);text-decoration:underline}.rd ul{list-style:none;display:grid;gap:.35rem}.rd ul a{display:inline-block;padding:.3rem 0}
.rda p{margin-top:.8rem;max-width:26rem;color:var(--m)}.rdg{display:grid;gap:2rem;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))}.rdg p{margin-bottom:.5rem;font-weight:600;color:var(--h)}
.rdb{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem;justify-content:space-between;align-items:center;padding-top:1.5rem;border-top:1px solid var(--l);font-size:.9375rem;color:var(--m)}.rdb ul{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}@media(min-width:52rem){.rd.tw{grid-template-columns:minmax(0,5fr) minmax(0,7fr)}.rd .rdb{grid-column:1/-1}}`,
  render({ texto, grupos = [], links: named = [], direitos, sem_marca }, context) {
    const links = shownOf(named);
    const about = context.maybe(texto, (text) => markup`<p>${text}</p>`);
    const first =
      sem_marca && !about
        ? undefined
        : markup`<div class="rda">${sem_marca ? undefined : brandHtml(context)}${about}</div>`;
    const rows = (entries: ShownLink[]) =>
      markup`<ul role="list">
        ${entries.map((entry) => markup`<li><a${context.href(entry.link)}>${context.text(entry.texto)}</a></li>`)}
      </ul>`;
    const groups = grupos
      .map(({ titulo, links: inGroup }) => ({ titulo, shown: shownOf(inGroup) }))
      .filter(({ shown }) => shown.length > 0)
      .map(
        ({ titulo, shown }) =>
          markup`<div><p>${context.text(titulo)}</p>
          ${rows(shown)}
        </div>`,
      );
    const rights = context.maybe(direitos, (text) => markup`<p>${text}</p>`);
    const last =
      rights || links.length
        ? markup`<div class="rdb">${rights}${links.length ? rows(links) : undefined}</div>`
        : undefined;
    const wide = new Html(groups.length ? ' tw' : '');
    return markup`<div class="rd${wide}">
      ${first}${groups.length ? markup`<div class="rdg">${groups}</div>` : undefined}${last}
    </div>`;
  },
});
