import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { address, exactObject, list, mediaId, shortText } from '../../document/fields.js';
import { defineItem } from '../item.js';

const Logo = exactObject({
  nome: shortText('Nome', { description: 'De quem é a logomarca; aparece em texto se não houver imagem' }),
  midia_id: mediaId('Logomarca'),
  link: Type.Optional(address('Destino')),
});

export const LOGOS = defineItem({
  tipo: 'logos',
  nome: 'Logomarcas',
  grupo: 'conteudo',
  esquema: exactObject({ titulo: Type.Optional(shortText('Título')), logos: list('Logomarcas', Logo, 24) }),
  css: `.lg1{text-align:center}.lg1>p{margin-bottom:1.5rem;font-size:.9375rem;color:var(--m)}.lg1 ul{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:1.25rem clamp(1.75rem,5vw,3.75rem);list-style:none}
.lg1 img{width:auto;max-width:9rem;height:2.25rem;object-fit:contain}.lg1 li>span,.lg1 li>a{font-family:var(--fh);font-weight:700;font-size:1.25rem;letter-spacing:-.01em;color:var(--m);text-decoration:none}.lg1 li>a:hover{color:var(--h)}`,
  render({ titulo, logos }, context) {
    const rows = logos.map(({ nome, midia_id, link }, index) => {
      const choice = { midia_id, descricao: nome };
      const shown =
        context.picture(choice, { field: `logos[${index}].midia_id`, sizes: '144px' }) ?? context.text(nome);
      return link === undefined
        ? markup`<li><span>${shown}</span></li>`
        : markup`<li><a${context.href(link, true)}>${shown}</a></li>`;
    });
    const title = context.maybe(titulo, (text) => markup`<p>${text}</p>`);
    return markup`<div class="lg1">
      ${title}
      <ul role="list">
        ${rows}
      </ul></div>`;
  },
});
