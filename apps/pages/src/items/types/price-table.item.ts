import { Html, html as markup } from '#libs/core/html';
import { Type, type Static } from 'typebox';
import { exactObject, flag, list, mediumText, shortText } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { buttonFields, buttonHtml } from './button.item.js';
import { defineItem } from '../item.js';
import type { ItemContext } from '../item-context.js';

const Plan = exactObject({
  nome: shortText('Nome', { maxLength: 60 }),
  preco: shortText('Preço', { maxLength: 40, description: 'Como se lê: R$ 49' }),
  periodo: Type.Optional(shortText('Período', { maxLength: 60 })),
  descricao: Type.Optional(mediumText('Descrição')),
  destaque: flag('Em destaque'),
  selo: Type.Optional(shortText('Selo', { maxLength: 40 })),
  recursos: Type.Optional(list('O que inclui', shortText('Recurso'), 30)),
  botao: Type.Optional(buttonFields('Botão')),
});

export const PRICE_TABLE = defineItem({
  tipo: 'tabela_precos',
  nome: 'Tabela de preços',
  grupo: 'conteudo',
  esquema: exactObject({ planos: list('Planos', Plan, 6), nota: Type.Optional(mediumText('Nota')) }),
  css: `.pt{display:grid;gap:1.5rem;text-align:start}@media(min-width:56rem){.pt{grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));align-items:stretch}}
.pl{position:relative;display:flex;flex-direction:column;gap:1.25rem;padding:2rem;background:var(--c);border:1px solid var(--l);border-radius:calc(var(--r)*1.6)}
.pl.on{border:2px solid var(--k);box-shadow:0 18px 50px -24px rgb(10 15 30/.35)}.pl .se{position:absolute;top:-.95rem;inset-inline-start:1.75rem;padding:.25rem .85rem;border-radius:99px;background:var(--p);color:var(--o);font-size:.875rem;font-weight:600}
.pl .h3+p{margin-top:.4rem;color:var(--m);font-size:1rem}.pr1{display:flex;flex-wrap:wrap;align-items:baseline;gap:.4rem}.pr1 b{font-family:var(--fh);font-size:2.6rem;line-height:1.1;letter-spacing:-.02em;color:var(--h)}.pr1 span{color:var(--m)}
.pl ul{list-style:none;display:grid;align-content:start;gap:.65rem;flex:1;font-size:1rem}.pl li{display:grid;grid-template-columns:auto 1fr;gap:.65rem;align-items:start}.pl li .ic{width:1.2rem;height:1.2rem;margin-top:.28em;color:var(--k)}
.ptn{margin-top:1.5rem;font-size:.9375rem;color:var(--m);text-align:center}.h3{font-size:1.375rem}.c>.hd+.ptw,.c>.tx+.ptw{margin-top:3rem}`,
  render({ planos, nota }, context) {
    const tag = new Html(`h${context.partLevel()}`);
    const plans = planos.map((plan) => planHtml(plan, tag, context));
    const note = context.maybe(nota, (text) => markup`<p class="ptn">${text}</p>`);
    return markup`<div class="ptw"><div class="pt">${plans}</div>
      ${note}
    </div>`;
  },
});

function planHtml(plan: Static<typeof Plan>, tag: Html, context: ItemContext): Html {
  const { nome, preco, periodo, descricao, destaque, selo, recursos = [], botao } = plan;
  const features = recursos.map((text) => markup`<li>${icon('certo')}<span>${context.text(text)}</span></li>`);
  const listed = features.length
    ? markup`<ul role="list">
        ${features}
      </ul>`
    : undefined;
  const about = context.maybe(descricao, (text) => markup`<p>${text}</p>`);
  const badge = context.maybe(selo, (text) => markup`<p class="se">${text}</p>`);
  const period = context.maybe(periodo, (text) => markup`<span>${text}</span>`);
  const button = botao && buttonHtml(botao, destaque ? 'primario' : 'contorno', context, ' bw');
  return markup`<div class="pl${destaque ? ' on' : ''}">${badge}<div><${tag} class="h3">${context.text(nome)}</${tag}>${about}</div><p class="pr1"><b>${context.text(preco)}</b>${period}</p>${listed}${button}</div>`;
}
