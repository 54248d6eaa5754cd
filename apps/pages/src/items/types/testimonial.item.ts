import { Html, html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, mediaId, mediumText, shortText } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { plainText } from '../../markup/utm-text.js';
import { defineItem } from '../item.js';

export const TESTIMONIAL = defineItem({
  tipo: 'depoimento',
  nome: 'Depoimento',
  grupo: 'conteudo',
  esquema: exactObject({
    citacao: mediumText('Citação'),
    autor: shortText('Quem disse'),
    cargo: Type.Optional(shortText('Cargo e empresa')),
    midia_id: mediaId('Foto'),
    nota: Type.Optional(Type.Integer({ title: 'Nota', minimum: 1, maximum: 5 })),
    estilo: choice('Estilo', ['cartao', 'destaque'], 'cartao'),
  }),
  css: `.dp{display:flex;flex-direction:column;gap:1.25rem;height:100%;padding:clamp(1.5rem,1.2rem + 1vw,2.25rem);text-align:start;background:var(--c);border:1px solid var(--l);border-radius:calc(var(--r)*1.6)}
.dp blockquote{flex:1;font-size:1.125rem;line-height:1.6;color:var(--h)}.dp.de{align-items:center;border:0;background:none;padding:0;text-align:center}.dp.de blockquote{max-width:44rem;font-family:var(--fh);font-size:clamp(1.375rem,1.1rem + 1.4vw,2rem);line-height:1.35;text-wrap:balance}
.dp figcaption{display:flex;gap:.9rem;align-items:center;line-height:1.4;text-align:start}.dp figcaption b{display:block;color:var(--h)}.dp figcaption span span{font-size:.9375rem;color:var(--m)}
.dp img,.av{width:3rem;height:3rem;flex:none;border-radius:50%;object-fit:cover}.av{display:grid;place-items:center;font-family:var(--fh);font-weight:700;background:var(--s);color:var(--u)}
.st{display:flex;gap:.15rem;color:var(--k)}.st .ic{width:1.25rem;height:1.25rem;fill:currentColor}.st .no{fill:none;opacity:.5}`,
  render({ citacao, autor, cargo, midia_id, nota, estilo = 'cartao' }, context) {
    const photo = context.picture({ midia_id }, { field: 'midia_id', sizes: '48px', decorative: true });
    const initial = plainText(autor).trim().charAt(0).toUpperCase();
    const face = photo ?? markup`<span class="av" aria-hidden="true">${initial}</span>`;
    const role = context.maybe(cargo, (text) => markup`<span>${text}</span>`);
    const who = markup`<figcaption>
      ${face}<span><b>${context.text(autor)}</b>${role}</span></figcaption>`;
    const look = estilo === 'destaque' ? ' de' : '';
    return markup`<figure class="dp${look}">
      ${nota === undefined ? undefined : stars(nota, context.writer.texts.page.stars(String(nota)))}
      <blockquote><p>${context.text(citacao)}</p></blockquote>
      ${who}
    </figure>`;
  },
});

function stars(count: number, label: string): Html {
  const full = icon('estrela');
  const empty = new Html(full.text.replace('class="ic"', 'class="ic no"'));
  const drawn = [1, 2, 3, 4, 5].map((place) => (place <= count ? full : empty));
  return markup`<div class="st" role="img" aria-label="${label}">${drawn}</div>`;
}
