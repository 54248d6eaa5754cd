import { html as markup } from '#libs/core/html';
import { Type } from 'typebox';
import { choice, exactObject, flag, formId, richText, shortText } from '../../document/fields.js';
import { icon } from '../../markup/icons.js';
import { paletteCss, paletteOf } from '../../markup/palette.js';
import { buttonFields, buttonHtml } from './button.item.js';
import { formHtml } from '../form/form-html.js';
import { defineItem } from '../item.js';
import { pictureObject } from './shared-fields.js';
import { RICH_STYLE } from './text.item.js';

export const POPUP = defineItem({
  tipo: 'popup',
  nome: 'Janela',
  grupo: 'acao',
  esquema: exactObject({
    titulo: shortText('Título'),
    conteudo: Type.Optional(richText('Texto')),
    imagem: Type.Optional(pictureObject('Imagem')),
    botao: Type.Optional(buttonFields('Botão')),
    form_id: formId('Formulário'),
    gatilho: choice('Aparece', ['clique', 'tempo', 'rolagem', 'saida'], 'clique'),
    segundos: Type.Optional(Type.Integer({ title: 'Segundos até aparecer', minimum: 0, maximum: 600, default: 10 })),
    percentual: Type.Optional(Type.Integer({ title: 'Percentual rolado', minimum: 1, maximum: 100, default: 50 })),
    repetir: flag('Aparecer de novo em outra visita'),
  }),
  css: `${RICH_STYLE}.pop{width:min(100% - 2.5rem,30rem);max-height:calc(100dvh - 2.5rem);padding:2.25rem;overflow:auto;border:0;border-radius:calc(var(--r)*1.8);background:var(--b);color:var(--t);box-shadow:0 30px 90px -20px rgb(5 8 18/.6)}.pop::backdrop{background:rgb(8 11 22/.6)}.pop:target{display:block;position:fixed;inset:0;z-index:20;margin:auto}
.pop .c>*+*{margin-top:1.1rem}.pop h2{padding-inline-end:2rem;font-size:1.5rem}.pop h2:focus{outline:0}.px{position:absolute;inset:.75rem .75rem auto auto;display:grid;place-items:center;width:2.75rem;height:2.75rem;color:var(--m)}.px:hover{color:var(--h)}`,
  render(
    { titulo, conteudo, imagem, botao, form_id, gatilho = 'clique', segundos = 10, percentual = 50, repetir },
    context,
  ) {
    const { writer, item } = context;
    writer.scripts.add('popup');
    writer.style(`.pop{${paletteCss(paletteOf(writer.page.brand))}}`);
    const picture = imagem && context.picture(imagem, { field: 'imagem.midia_id', sizes: '480px' });
    const text = conteudo === undefined ? undefined : markup`<div class="rt">${context.rich(conteudo)}</div>`;
    const form = form_id === undefined ? undefined : formHtml(form_id, { field: 'form_id' }, context);
    const button = botao && buttonHtml(botao, 'primario', context, ' bw');
    const at = gatilho === 'rolagem' ? percentual : segundos;
    const name = `_pt-${item.id}`;
    // Its close button is a link, so that a window opened by its address can be closed without a script.
    const close = markup`<a class="px" href="#_conteudo" data-close aria-label="${writer.texts.page.close}">${icon('fechar')}</a>`;
    // The focus goes to the title, not to the button that closes the window.
    const parts = markup`${picture}
      <h2 id="${name}" tabindex="-1" autofocus>${context.text(titulo)}</h2>
      ${text}${form}${button}`;
    const dialog = markup`<dialog class="pop" id="${item.id}" aria-labelledby="${name}" data-when="${gatilho}" data-at="${String(at)}" data-once="${repetir ? '0' : '1'}">
      ${close}
      <div class="c">${parts}</div></dialog>`;
    writer.overlays.push({ html: dialog, first: false });
    return undefined;
  },
});
