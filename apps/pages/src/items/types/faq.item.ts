import { Html, html as markup } from '#libs/core/html';
import { exactObject, flag, list, richText, shortText } from '../../document/fields.js';
import { textOf } from '../../markup/rich-text.js';
import { plainText } from '../../markup/utm-text.js';
import { defineItem } from '../item.js';
import { RICH_STYLE } from './text.item.js';

export const FAQ = defineItem({
  tipo: 'faq',
  nome: 'Perguntas frequentes',
  grupo: 'conteudo',
  esquema: exactObject({
    perguntas: list(
      'Perguntas',
      exactObject({ pergunta: shortText('Pergunta', { maxLength: 300 }), resposta: richText('Resposta') }),
    ),
    primeira_aberta: flag('Mostrar a primeira aberta'),
  }),
  css: `${RICH_STYLE}.fq{border-top:1px solid var(--l);text-align:start}.fq details{border-bottom:1px solid var(--l)}
.fq summary{display:flex;justify-content:space-between;gap:1.5rem;align-items:center;padding:1.2rem 0;font-family:var(--fh);font-weight:600;font-size:1.125rem;line-height:1.4;color:var(--h);cursor:pointer;list-style:none}.fq summary::-webkit-details-marker{display:none}
.fq summary::after{content:"";width:.6rem;height:.6rem;flex:none;margin-inline-end:.3rem;border:solid var(--k);border-width:0 2.5px 2.5px 0;transform:rotate(45deg) translate(-2px,-2px)}.fq details[open] summary::after{transform:rotate(-135deg) translate(-2px,-2px)}.fq .rt{padding:0 2.5rem 1.4rem 0;color:var(--m)}.c>.hd+.fq{margin-top:2.25rem}`,
  render({ perguntas, primeira_aberta }, context) {
    const rows = perguntas.map(({ pergunta, resposta }, index) => {
      context.writer.questions.push({ question: plainText(pergunta), answer: plainText(textOf(resposta)) });
      const open = new Html(primeira_aberta && index === 0 ? ' open' : '');
      return markup`<details${open}><summary>${context.text(pergunta)}</summary><div class="rt">${context.rich(resposta)}</div></details>`;
    });
    return markup`<div class="fq">${rows}</div>`;
  },
});
