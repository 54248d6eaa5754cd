import { html as markup } from '#libs/core/html';
import { choice, color, exactObject, flag, richText } from '../../document/fields.js';
import { defineItem } from '../item.js';
import { textOf } from '../../markup/rich-text.js';
import { plainText } from '../../markup/utm-text.js';
import { alignment, ALIGNMENT_STYLE, alignmentClass } from './shared-fields.js';

const SIZE_CLASS = { pequeno: ' sm', normal: '', grande: ' lg' } as const;

export const RICH_STYLE = `.rt>*+*{margin-top:1em}.rt ul,.rt ol{padding-inline-start:1.3em}.rt li+li{margin-top:.4em}.rt li::marker{color:var(--k)}
.rt blockquote{padding-inline-start:1.1em;border-inline-start:3px solid var(--p)}.rt code{font-size:.9em}.rt strong,.rt b{color:var(--h)}.rt mark{background:var(--s);color:var(--u)}`;

export const TEXT = defineItem({
  tipo: 'texto',
  nome: 'Texto',
  grupo: 'texto',
  esquema: exactObject({
    conteudo: richText('Conteúdo'),
    tamanho: choice('Tamanho', ['pequeno', 'normal', 'grande'], 'normal'),
    suave: flag('Cor suave'),
    alinhamento: alignment(),
    cor: color('Cor'),
  }),
  css: `${ALIGNMENT_STYLE}${RICH_STYLE}
.tx{max-width:44rem;text-wrap:pretty}.ctr .tx,.tx.ac{margin-inline:auto;text-wrap:balance}.tx.sm{font-size:.9375rem}.tx.lg{font-size:clamp(1.125rem,1.05rem + .4vw,1.3rem);line-height:1.6}.tx.su{color:var(--m)}`,
  render({ conteudo, tamanho = 'normal', suave, alinhamento, cor }, context) {
    context.writer.firstText ||= plainText(textOf(conteudo));
    const classes = `tx rt${SIZE_CLASS[tamanho]}${suave ? ' su' : ''}${alignmentClass(alinhamento)}${context.textColor(cor, 'cor')}`;
    return markup`<div class="${classes}">${context.rich(conteudo)}</div>`;
  },
});
