import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { address, choice, exactObject, flag, mediumText } from '../../document/fields.js';
import { defineItem } from '../item.js';
import { pictureFields } from './shared-fields.js';

export const IMAGE = defineItem({
  tipo: 'imagem',
  nome: 'Imagem',
  grupo: 'midia',
  esquema: exactObject({
    ...pictureFields(),
    legenda: Type.Optional(mediumText('Legenda')),
    link: Type.Optional(address('Destino')),
    nova_aba: flag('Abrir em outra aba'),
    proporcao: choice('Proporção', ['original', 'quadrada', 'paisagem', 'retrato', 'larga'], 'original'),
    cantos: choice('Cantos', ['marca', 'nenhum', 'redondo'], 'marca'),
    largura_maxima: Type.Optional(Type.Integer({ title: 'Largura máxima, em pixels', minimum: 40, maximum: 1600 })),
  }),
  css: `.im picture img,.im picture{width:100%}.im img{border-radius:calc(var(--r)*1.4)}.im.rn img{border-radius:0}.im.rr img{border-radius:999px}
.im a{display:block}.im figcaption{margin-top:.75rem;font-size:.9375rem;color:var(--m)}.ctr .im,.im.ctm{margin-inline:auto}
.im.pq img{aspect-ratio:1}.im.pp img{aspect-ratio:4/3}.im.pr img{aspect-ratio:3/4}.im.pl img{aspect-ratio:16/9}.im.pq img,.im.pp img,.im.pr img,.im.pl img{object-fit:cover}`,
  render(props, context) {
    const { legenda, link, nova_aba, proporcao = 'original', cantos = 'marca', largura_maxima: width } = props;
    if (props.midia_id === undefined && props.ilustracao === undefined) {
      context.warn('midia_id', 'midia_ausente', 'Escolha a imagem que aparece aqui.');
      return undefined;
    }
    const picture = context.picture(props, {
      field: 'midia_id',
      sizes: `(min-width: 60rem) ${Math.min(width ?? 640, 1120)}px, calc(100vw - 2.5rem)`,
    });
    if (!picture) return undefined;
    const ratio = { original: '', quadrada: ' pq', paisagem: ' pp', retrato: ' pr', larga: ' pl' }[proporcao];
    const corners = { marca: '', nenhum: ' rn', redondo: ' rr' }[cantos];
    const limit = width === undefined ? '' : ` mw${width}`;
    if (width !== undefined) context.writer.style(`.mw${width}{max-width:${width}px}`);
    if (link !== undefined && !props.descricao && props.midia_id === undefined)
      context.warn('descricao', 'descricao_ausente', 'Uma imagem que leva a outro lugar precisa de descrição.');
    const linked = link === undefined ? picture : markup`<a${context.href(link, nova_aba)}>${picture}</a>`;
    const caption = context.maybe(legenda, (text) => markup`<figcaption>${text}</figcaption>`);
    return markup`<figure class="im${ratio}${corners}${limit}">${linked}${caption}</figure>`;
  },
});
