import { Html, html as markup } from '#libs/core/html';
import { Type, type Static } from 'typebox';
import { address, choice, exactObject, flag, shortText } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { defineItem } from '../item.js';
import type { ItemContext } from '../item-context.js';
import { alignment, ALIGNMENT_STYLE, alignmentClass } from './shared-fields.js';

export const BUTTON_STYLE = `
.bt{display:inline-flex;align-items:center;justify-content:center;gap:.6rem;min-height:3rem;padding:.7rem 1.6rem;border:2px solid transparent;border-radius:var(--r);font-weight:600;font-size:1.0625rem;line-height:1.3;text-decoration:none;text-align:center;cursor:pointer}
.bt .ic{width:1.15em;height:1.15em;flex:none}
.b1{background:var(--p);color:var(--o)}.b1:hover{background:var(--q)}
.b2{background:var(--s);color:var(--u)}.b2:hover{border-color:currentColor}
.b3{border-color:var(--e);color:var(--h)}.b3:hover{border-color:currentColor}
.b4{padding-inline:.25rem;color:var(--k);text-decoration:underline}.b4:hover{text-decoration-thickness:2px}
.bt.bg{min-height:3.5rem;padding:.9rem 2rem;font-size:1.125rem}.bt.bs{min-height:2.75rem;padding:.5rem 1.1rem;font-size:1rem}.bt.bw{width:100%}
`;

export const BUTTON_LOOKS = ['primario', 'secundario', 'contorno', 'texto'];
const LOOKS: Readonly<Record<string, string>> = { primario: 'b1', secundario: 'b2', contorno: 'b3', texto: 'b4' };
const SIZES = { pequeno: ' bs', medio: '', grande: ' bg' } as const;

/** A button inside of another item. */
export const buttonFields = (title: string) =>
  exactObject({ texto: shortText('Texto'), link: address('Destino'), nova_aba: flag('Abrir em outra aba') }, { title });

/** @param look one of {@link BUTTON_LOOKS} */
export function buttonHtml(
  button: Static<ReturnType<typeof buttonFields>>,
  look: string,
  context: ItemContext,
  more = '',
  end?: Html,
): Html {
  context.writer.style(BUTTON_STYLE);
  return markup`<a class="bt ${LOOKS[look] ?? 'b1'}${more}"${context.href(button.link, button.nova_aba)}>${context.text(button.texto)}${end}</a>`;
}

export const BUTTON = defineItem({
  tipo: 'botao',
  nome: 'Botão',
  grupo: 'acao',
  esquema: exactObject({
    texto: shortText('Texto'),
    link: address('Destino'),
    nova_aba: flag('Abrir em outra aba'),
    estilo: choice('Estilo', ['primario', 'secundario', 'contorno', 'texto'], 'primario'),
    tamanho: choice('Tamanho', ['pequeno', 'medio', 'grande'], 'medio'),
    largura_total: flag('Ocupar toda a largura'),
    seta: flag('Seta ao lado do texto'),
    alinhamento: alignment(),
    nota: Type.Optional(shortText('Nota', { description: 'Linha pequena abaixo' })),
    secundario: Type.Optional(buttonFields('Segundo botão')),
  }),
  css: `${ALIGNMENT_STYLE}${BUTTON_STYLE}.bx{display:flex;flex-wrap:wrap;gap:.85rem;align-items:center}.ctr .bxw:not(.al):not(.ar) .bx,.bxw.ac .bx{justify-content:center}.bxw.ar .bx{justify-content:end}
.bxn{margin-top:.8rem;font-size:.9375rem;color:var(--m)}.c>*+.bxw{margin-top:2rem}@media(max-width:30rem){.bx .bt{width:100%}}`,
  render(
    { estilo = 'primario', tamanho = 'medio', largura_total, seta, alinhamento, nota, secundario, ...button },
    context,
  ) {
    const size = SIZES[tamanho] + (largura_total ? ' bw' : '');
    const first = buttonHtml(button, estilo, context, size, seta ? icon('seta') : undefined);
    const second = secundario && buttonHtml(secundario, 'contorno', context, size);
    const note = context.maybe(nota, (text) => markup`<p class="bxn">${text}</p>`);
    return markup`<div class="bxw${alignmentClass(alinhamento)}"><div class="bx">${first}${second}</div>
      ${note}
    </div>`;
  },
});
