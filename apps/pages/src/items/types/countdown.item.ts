import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { exactObject, shortText } from '../../document/fields.js';
import { defineItem } from '../item.js';

export const COUNTDOWN = defineItem({
  tipo: 'contagem',
  nome: 'Contagem regressiva',
  grupo: 'acao',
  esquema: exactObject({
    data: Type.String({
      title: 'Data e hora',
      description: 'RFC 3339, com fuso: 2027-03-01T19:00:00-03:00',
      pattern: String.raw`^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`,
    }),
    titulo: Type.Optional(shortText('Título')),
    texto_encerrado: Type.Optional(shortText('Texto depois da data')),
  }),
  css: `.ct{display:grid;gap:.9rem}.ctr .ct{justify-items:center}.ct>p:first-child{font-weight:600;color:var(--h)}.cb{display:flex;gap:.75rem}.cb span{display:grid;min-width:4.4rem;padding:.85rem .5rem;text-align:center;background:var(--c);border:1px solid var(--l);border-radius:var(--r);font-size:.875rem;line-height:1.4;color:var(--m)}
.cb b{font-family:var(--fh);font-size:1.875rem;line-height:1.2;font-variant-numeric:lining-nums tabular-nums;color:var(--h)}.cdt{color:var(--m)}@media(max-width:30rem){.cb{gap:.5rem}.cb span{flex:1;min-width:0}.cb b{font-size:1.625rem}}`,
  render({ data, titulo, texto_encerrado }, context) {
    const title = context.maybe(titulo, (text) => markup`<p>${text}</p>`);
    const ended = context.maybe(texto_encerrado, (text) => markup`<p class="cx" hidden>${text}</p>`);
    const { days, hours, minutes, seconds } = context.writer.texts.page;
    const boxes = [days, hours, minutes, seconds].map((name) => markup`<span><b>00</b>${name}</span>`);
    context.writer.scripts.add('countdown');
    // A timer that spoke every second would drown everything else: screen readers get the date.
    return markup`<div class="ct" data-end="${data}">
      ${title}
      <div class="cb" aria-hidden="true" hidden>${boxes}</div><p class="cdt"><time datetime="${data}">${inWords(data, context.writer.page.seo.language)}</time></p>
      ${ended}
    </div>`;
  },
});

/** The date at the place that its offset belongs to. */
function inWords(date: string, language: string): string {
  const local = new Date(`${date.slice(0, 16)}:00Z`);
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(languageOf(language), options).format(local);
}

function languageOf(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'pt-BR';
  } catch {
    return 'pt-BR';
  }
}
