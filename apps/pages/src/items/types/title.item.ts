import { Html, html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, color, exactObject, shortText } from '../../document/fields.js';
import { defineItem } from '../item.js';
import type { ItemContext } from '../item-context.js';
import { alignment, ALIGNMENT_STYLE, alignmentClass } from './shared-fields.js';

const SIZES = { pequeno: 'h3', medio: 'h2', grande: 'h1', enorme: 'h0' } as const;
const BY_LEVEL = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4' } as const;

/** Notes headings that are out of order, for screen readers and search engines. */
function judgeLevel(level: number, context: ItemContext): void {
  const { writer } = context;
  if (level > writer.level + 1 && writer.level > 0)
    context.warn(
      'nivel',
      'hierarquia_titulos',
      `Um título de nível ${level} vem depois de um de nível ${writer.level}: falta um nível.`,
    );
  writer.level = level;
}

export const TITLE = defineItem({
  tipo: 'titulo',
  nome: 'Título',
  grupo: 'texto',
  esquema: exactObject({
    texto: shortText('Texto', { maxLength: 300 }),
    nivel: Type.Optional(Type.Integer({ title: 'Nível', minimum: 1, maximum: 4, default: 2 })),
    tamanho: choice('Tamanho', ['automatico', 'pequeno', 'medio', 'grande', 'enorme'], 'automatico'),
    antetitulo: Type.Optional(shortText('Antetítulo', { description: 'Linha pequena acima do título' })),
    alinhamento: alignment(),
    cor: color('Cor'),
  }),
  css: `${ALIGNMENT_STYLE}
.h0{font-size:clamp(2.6rem,1.5rem + 4.6vw,4.6rem);line-height:1.05;letter-spacing:-.03em}
.h1{font-size:clamp(2.25rem,1.5rem + 3.1vw,3.5rem);line-height:1.08;letter-spacing:-.025em}
.h2{font-size:clamp(1.75rem,1.35rem + 1.7vw,2.5rem);line-height:1.15;letter-spacing:-.02em}
.h3{font-size:1.375rem}.h4{font-size:1.125rem}
.eye{display:inline-block;margin-bottom:.9rem;font-size:.875rem;font-weight:600;line-height:1.4;color:var(--u);background:var(--s);padding:.3rem .8rem;border-radius:99px}
.c>.hd+*{margin-top:1.1rem}.c>.hd+.g,.c>.hd+.gal{margin-top:2.5rem}.c>.hd+.li{margin-top:1.75rem}.c>*+.hd{margin-top:2.5rem}.c>.im+.hd{margin-top:1.5rem}.c>.hd:has(.h3,.h4)+.tx{margin-top:.65rem}`,
  render({ texto, nivel = 2, tamanho = 'automatico', antetitulo, alinhamento, cor }, context) {
    judgeLevel(nivel, context);
    const size = tamanho === 'automatico' ? BY_LEVEL[nivel as 1 | 2 | 3 | 4] : SIZES[tamanho];
    const eyebrow = context.maybe(antetitulo, (text) => markup`<p class="eye">${text}</p>`);
    const tag = new Html(`h${nivel}`);
    const classes = size + context.textColor(cor, 'cor');
    return markup`<div class="hd${alignmentClass(alinhamento)}">${eyebrow}<${tag} class="${classes}">${context.text(texto)}</${tag}></div>`;
  },
});
