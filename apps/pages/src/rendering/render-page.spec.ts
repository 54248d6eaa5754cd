import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import '../catalogue.js';
import type { DocumentItem, DocumentSection, PageDocument } from '../document/page-document.js';
import { validateDocument } from '../validation/validate-document.js';
import { contrast } from '#libs/sites/sites';
import type { Brand } from '../markup/page-context.js';
import { EXAMPLE_FORM, EXAMPLE_PICTURE, exampleContext, formField } from './page-context.fixture.js';
import { paletteOf } from '../markup/palette.js';
import { renderPage } from './render-page.js';

let count = 0;
const item = (tipo: string, props: object = {}): DocumentItem => ({
  id: `i${(count += 1)}`,
  tipo,
  props: { ...props },
});
const section = (...itens: DocumentItem[]): DocumentSection => ({
  id: `s${(count += 1)}`,
  colunas: [{ id: `c${count}`, itens }],
});
const document = (...secoes: DocumentSection[]): PageDocument => validateDocument({ versao: 2, secoes });
const render = (...itens: DocumentItem[]) => renderPage(document(section(...itens)), exampleContext());
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('a rendered page', () => {
  it('is equal for equal documents', () => {
    const page = document(
      section(item('titulo', { texto: 'A', nivel: 1 }), item('formulario', { form_id: EXAMPLE_FORM.id })),
    );
    expect(renderPage(page, exampleContext())).toEqual(renderPage(page, exampleContext()));
  });

  it('may use its own style and script, by their hashes', () => {
    const { html, policy } = render(
      item('titulo', { texto: '{{utm_source|A}}', nivel: 1 }),
      item('formulario', { form_id: EXAMPLE_FORM.id }),
    );
    const [, style] = /<style>([^]*?)<\/style>/.exec(html)!;
    const [, script] = /<script>([^]*?)<\/script>/.exec(html)!;
    expect(policy).toContain(`style-src ${hash(style!)};`);
    expect(policy).toContain(`script-src ${hash(script!)};`);
  });

  it('has no script without need, and plays videos of the host that it shows alone', () => {
    expect(render(item('titulo', { texto: 'A', nivel: 1 })).policy).not.toMatch(/script-src|frame-src|media-src/);
    const url = 'https://www.youtube.com/watch?v=abcdefghijk';
    const { html, policy } = render(item('video', { url, titulo: 'Filme' }));
    expect(policy).toContain('frame-src https://www.youtube-nocookie.com;');
    expect(html).not.toContain('<iframe');
    expect(html).toContain(`href="${url}"`);
    const film = render(item('video', { url: 'https://films.example.test/a.mp4', titulo: 'Filme' }));
    expect(film.policy).toContain('media-src https://films.example.test;');
    expect(film.html).toContain('preload="none"');
  });

  it('styles the button of a form in a window', () => {
    const { html } = render(item('popup', { titulo: 'Novidades', form_id: EXAMPLE_FORM.id }));
    expect(html).toContain('class="bt b1 bw" type="submit"');
    expect(html).toMatch(/\.bt\{/);
  });

  it('takes the rules that its items need, and no others', () => {
    const small = render(item('titulo', { texto: 'A', nivel: 1 })).html;
    expect(small).not.toMatch(/\.pl\{|\.fq\{|dialog\.pop/);
    expect(render(item('faq', { perguntas: [{ pergunta: 'a', resposta: 'b' }] })).html).toContain('.fq');
  });

  it('has its menu in the header and its footer below the content', () => {
    const page = document(
      section(item('menu')),
      section(item('titulo', { texto: 'A', nivel: 1 })),
      section(item('rodape', { texto: 'fim' })),
    );
    const { html } = renderPage(page, exampleContext());
    expect(html).toMatch(
      /<header>[^]*class="mn"[^]*<\/header>[^]*<main id="_conteudo">[^]*<h1[^]*<\/main>[^]*<footer>[^]*class="rd[^]*<\/footer>/,
    );
  });

  it('tells search engines what the author wrote, and makes the rest', () => {
    const base = exampleContext();
    const page = document(
      section(item('titulo', { texto: 'A', nivel: 1 }), item('texto', { conteudo: `<p>${'palavra '.repeat(60)}</p>` })),
    );
    const made = renderPage(page, base).html;
    expect(made).toContain('<title>Exemplo</title>');
    expect(/name="description" content="([^"]+)"/.exec(made)![1]!.length).toBeLessThanOrEqual(160);
    expect(made).toContain('<link rel="canonical" href="https://paginas.example.test/exemplo">');
    const seo = {
      ...base.seo,
      title: 'T',
      description: 'D',
      canonicalUrl: 'https://a.test/',
      pictureId: EXAMPLE_PICTURE.id,
      indexable: false,
    };
    const written = renderPage(page, { ...base, seo }).html;
    expect(written).toContain('<title>T</title>');
    expect(written).toContain('<meta name="robots" content="noindex">');
    expect(written).toContain(
      `<meta property="og:image" content="https://paginas.example.test${EXAMPLE_PICTURE.address}">`,
    );
    expect(written).toContain('<link rel="canonical" href="https://a.test/">');
  });

  it('shows pictures in their sizes, the first at once and the others when they come near', () => {
    const picture = item('imagem', { midia_id: EXAMPLE_PICTURE.id });
    const { html } = render(picture, item('imagem', { midia_id: EXAMPLE_PICTURE.id }));
    expect(html.match(/fetchpriority="high"/g)).toHaveLength(1);
    expect(html.match(/loading="lazy"/g)).toHaveLength(1);
    expect(html).toContain('type="image/avif" srcset="/_m/med_00000000000000a1/640.avif 640w, ');
    expect(html).toContain('alt="Mesa de trabalho vista de cima" width="1200" height="800"');
  });
});

describe('values of the visitor', () => {
  it('have a default in the page, and only the default in attributes and data', () => {
    const texto = 'Olá, {{utm_campaign|você & eu}}!';
    const { html } = render(
      item('titulo', { texto, nivel: 1 }),
      item('faq', { perguntas: [{ pergunta: texto, resposta: texto }] }),
    );
    expect(html).toContain('Olá, <span data-utm="utm_campaign">você &amp; eu</span>!');
    expect(html).toContain('"name":"Olá, você \\u0026 eu!"');
    expect(html).not.toContain('{{');
  });

  it('are of the five that campaigns have', () => {
    const { html } = render(item('titulo', { texto: '{{senha|a}} {{utm_source}}', nivel: 1 }));
    expect(html).toContain('{{senha|a}} {{utm_source}}');
  });
});

describe('a form in a page', () => {
  const form = {
    ...EXAMPLE_FORM,
    fields: [
      formField({ name: 'tipo', label: 'Tipo', type: 'opcao', options: [{ value: 'pj', label: 'Empresa' }] }),
      formField({ name: 'cnpj', label: 'CNPJ', type: 'cnpj', condition: { field: 'tipo', values: ['pj'] } }),
      formField({ name: 'foto', label: 'Foto', type: 'arquivo', step: 2 }),
      formField({ name: 'fonte', label: 'Fonte', type: 'oculto', defaultValue: 'site' }),
    ],
  };
  const context = exampleContext({ forms: new Map([[form.id, form]]) });
  const { html, formIds } = renderPage(document(section(item('formulario', { form_id: form.id }))), context);

  it('is sent by the browser itself', () => {
    expect(html).toMatch(/<form method="post" data-form="frm_[0-9a-f]{16}" enctype="multipart\/form-data"/);
    expect(html).toContain(`<input type="hidden" name="_formulario" value="${form.id}">`);
    expect(html).toContain('<input type="hidden" name="fonte" value="site" data-query>');
    expect(formIds).toEqual([form.id]);
  });

  it('leaves fields with a condition to the server where no script runs', () => {
    expect(html).toMatch(/<input class="in1"[^>]* name="cnpj" data-req="1"/);
    expect(html).toContain('data-if="tipo" data-in="[&quot;pj&quot;]"');
  });

  it('has its steps one below the other until a script takes them apart', () => {
    expect(html.match(/<fieldset class="ff" data-step/g)).toHaveLength(2);
    expect(html).not.toMatch(/data-step="2"[^>]*hidden/);
  });
});

describe('warnings', () => {
  const codesOf = (...itens: DocumentItem[]) =>
    render(...itens).warnings.map(({ code, where }) => `${code} ${where.replace(/^.*props\.?/, '')}`);
  const main = () => item('titulo', { texto: 'A', nivel: 1 });

  it('are none for a page that lacks nothing', () => {
    expect(codesOf(main(), item('titulo', { texto: 'B' }), item('imagem', { midia_id: EXAMPLE_PICTURE.id }))).toEqual(
      [],
    );
  });

  it.each<[string, () => DocumentItem[], string]>([
    ['no main heading', () => [item('titulo', { texto: 'A' })], 'titulo_ausente secoes'],
    ['a level left out', () => [main(), item('titulo', { texto: 'A', nivel: 3 })], 'hierarquia_titulos nivel'],
    [
      'a form that is not there',
      () => [main(), item('formulario', { form_id: 'frm_ffffffffffffffff' })],
      'formulario_ausente form_id',
    ],
    ['a form not chosen', () => [main(), item('formulario')], 'formulario_ausente form_id'],
    [
      'a picture that is not there',
      () => [main(), item('imagem', { midia_id: 'med_ffffffffffffffff' })],
      'midia_ausente midia_id',
    ],
    ['a picture not chosen', () => [main(), item('imagem')], 'midia_ausente midia_id'],
    [
      'text that is hard to read',
      () => [main(), item('texto', { conteudo: 'a', cor: '#cccccc' })],
      'contraste_baixo cor',
    ],
  ])('name %s', (_, items, warning) => {
    expect(codesOf(...items())).toEqual([warning]);
  });

  it('name a picture without a description', () => {
    const pictures = new Map([[EXAMPLE_PICTURE.id, { ...EXAMPLE_PICTURE, description: null }]]);
    const page = document(section(main(), item('imagem', { midia_id: EXAMPLE_PICTURE.id })));
    const { warnings } = renderPage(page, exampleContext({ pictures }));
    expect(warnings).toMatchObject([
      { code: 'descricao_ausente', where: 'secoes[0].colunas[0].itens[1].props.descricao' },
    ]);
    const decorative = document(section(main(), item('imagem', { midia_id: EXAMPLE_PICTURE.id, decorativa: true })));
    expect(renderPage(decorative, exampleContext({ pictures })).warnings).toEqual([]);
  });
});

describe('colours', () => {
  const brands = ['#000000', '#ffffff', '#ffe600', '#e8590c', '#4c6ef5', '#0f9d74', '#777777', '#d6336c', '#f5f5f5'];
  const backgrounds = [
    'padrao',
    'suave',
    'superficie',
    'primaria',
    'escuro',
    'gradiente',
    '#808080',
    '#ff0000',
    '#101010',
  ];

  it.each(brands)('of a brand in %s are legible on every background', (primary) => {
    const colors = { ...exampleContext().brand.colors, primary };
    for (const fundo of backgrounds) {
      const palette = paletteOf({ ...exampleContext().brand, colors } as Brand, { fundo });
      const pairs: [string, number][] = (['text', 'heading', 'muted', 'link'] as const).flatMap((name) =>
        [palette.background, palette.card].map((ground): [string, number] => [name, contrast(palette[name], ground)]),
      );
      pairs.push(
        ['onButton', contrast(palette.onButton, palette.button)],
        ['onSoft', contrast(palette.onSoft, palette.soft)],
      );
      expect(
        pairs.filter(([, ratio]) => ratio < 4.5),
        fundo,
      ).toEqual([]);
      expect(contrast(palette.edge, palette.card), fundo).toBeGreaterThanOrEqual(3);
    }
  });
});
