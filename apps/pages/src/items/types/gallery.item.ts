import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, list, shortText } from '../../document/fields.js';
import { defineItem } from '../item.js';
import { pictureFields } from './shared-fields.js';

export const GALLERY = defineItem({
  tipo: 'galeria',
  nome: 'Galeria',
  grupo: 'midia',
  esquema: exactObject({
    imagens: list('Imagens', exactObject({ ...pictureFields(), legenda: Type.Optional(shortText('Legenda')) })),
    colunas: Type.Optional(Type.Integer({ title: 'Colunas em telas largas', minimum: 2, maximum: 4, default: 3 })),
    proporcao: choice('Proporção', ['quadrada', 'paisagem', 'retrato'], 'paisagem'),
  }),
  css: `.gal{display:grid;gap:1rem;grid-template-columns:repeat(2,minmax(0,1fr));list-style:none}.gal picture,.gal img,.gal svg.il{width:100%}.gal img,.gal svg.il{aspect-ratio:4/3;object-fit:cover;border-radius:calc(var(--r)*1.2)}.gal svg.il{background:var(--s)}
.gal.pq img,.gal.pq svg.il{aspect-ratio:1}.gal.pr img,.gal.pr svg.il{aspect-ratio:3/4}.gal figcaption{margin-top:.6rem;font-size:.9375rem;color:var(--m)}@media(min-width:52rem){.gal{gap:1.5rem}.gal.k3{grid-template-columns:repeat(3,minmax(0,1fr))}.gal.k4{grid-template-columns:repeat(4,minmax(0,1fr))}}`,
  render({ imagens, colunas = 3, proporcao = 'paisagem' }, context) {
    const sizes = `(min-width: 52rem) ${Math.round(1120 / colunas)}px, 50vw`;
    const rows = imagens.flatMap(({ legenda, ...shown }, index) => {
      const field = `imagens[${index}].midia_id`;
      if (shown.midia_id === undefined && shown.ilustracao === undefined)
        context.warn(field, 'midia_ausente', 'Escolha a imagem que aparece aqui.');
      const picture = context.picture(shown, { field, sizes });
      const caption = context.maybe(legenda, (text) => markup`<figcaption>${text}</figcaption>`);
      return picture ? [markup`<li><figure>${picture}${caption}</figure></li>`] : [];
    });
    const ratio = { quadrada: ' pq', paisagem: '', retrato: ' pr' }[proporcao];
    return rows.length
      ? markup`<ul class="gal k${String(colunas)}${ratio}" role="list">
          ${rows}
        </ul>`
      : undefined;
  },
});
