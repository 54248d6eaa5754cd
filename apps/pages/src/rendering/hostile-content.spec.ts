import fc from 'fast-check';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { DocumentItem, PageDocument } from '../document/page-document.js';
import { validateDocument } from '../validation/validate-document.js';
import { ITEM_TYPES } from '../items/catalogue.js';
import '../catalogue.js';
import { EXAMPLE_FORM, EXAMPLE_PICTURE, exampleContext, formField } from './page-context.fixture.js';
import { insideScript } from './page-head.js';
import { renderPage } from './render-page.js';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `'><svg onload=alert(1)>`,
  '</style><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '<!--<script>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<p style="background:url(//evil.test)" onclick="alert(1)">x</p>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<form action="//evil.test"><input name=a></form>',
  '<base href="//evil.test">',
  '<meta http-equiv="refresh" content="0;url=//evil.test">',
  '<img src="//evil.test/x.png">',
  '<textarea></textarea><script>alert(1)</script>',
  '{{utm_source|<img src=x onerror=alert(1)>}}',
  '{{utm_source|</span><script>alert(1)</script>}}',
  '${alert(1)}',
  '`-alert(1)-`',
  '\u2028alert(1)',
];

const payload = fc.constantFrom(...PAYLOADS);

interface Schema {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Values that match the patterns of the item types; a pattern without one fails the test that names it. */
const FITTING: readonly string[] = [
  '#a1b2c3',
  'https://example.test/a?b=c&d=<'.slice(0, -1),
  '/pagina',
  '#s1',
  'mailto:a@example.test',
  EXAMPLE_PICTURE.id,
  EXAMPLE_FORM.id,
  'https://www.youtube.com/watch?v=abcdefghijk',
  'https://vimeo.com/123456789',
  'https://films.example.test/a.mp4',
  '2027-03-01T19:00:00-03:00',
];

/** Any valid value of a schema, with a payload in every text that takes one. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string': {
      if (schema.pattern === undefined) return payload.map((text) => text.slice(0, schema.maxLength));
      const fitting = FITTING.filter((text) => new RegExp(schema.pattern!, 'u').test(text));
      if (!fitting.length) throw new Error(`Nothing fits ${schema.pattern}`);
      return fc.constantFrom(...fitting);
    }
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 9 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return schema.items?.properties?.['tipo']
        ? fc.constant([])
        : fc.array(valueOf(schema.items!), { minLength: 1, maxLength: 3 });
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valueOf(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
    }
    default:
      throw new Error(`No values for ${JSON.stringify(schema)}`);
  }
}

function elementsOf(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : [];
  return 'tagName' in node ? [node, ...children] : children;
}

const HARMLESS = new Set(
  (
    'html head body meta title link style script header nav main footer section div aside dialog a p span b strong em i u s small mark code sub sup br hr pre ' +
    'h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote q cite kbd del ins abbr address figure figcaption picture source img svg path rect circle video time ' +
    'details summary table caption thead tbody tfoot tr th td form fieldset legend label input select option textarea button'
  ).split(' '),
);

function isHarmful({ name, value }: { name: string; value: string }, tag: string): boolean {
  // The page's icon, drawn by us.
  if (tag === 'link' && name === 'href' && value.startsWith('data:image/svg+xml,%3Csvg')) return false;
  if (/^on|^style$|^srcdoc$|^formaction$|^background$|^xlink:|^http-equiv$|^ping$/.test(name)) return true;
  if (name === 'srcset') return !value.startsWith('/_m/');
  if (!['href', 'src', 'action', 'poster', 'data-frame'].includes(name)) return false;
  return !/^(https?:\/\/(?!evil)|mailto:|tel:|\/(?!\/)|#)/.test(value);
}

/** Fails if a page has an element or attribute that could run or fetch something. */
function expectHarmless(document: PageDocument, context = exampleContext()): void {
  const { html, policy } = renderPage(document, context);
  const elements = elementsOf(parse(html));
  const harmful = elements.flatMap(({ tagName, attrs }) => [
    ...(HARMLESS.has(tagName) ? [] : [tagName]),
    ...attrs
      .filter((attribute) => isHarmful(attribute, tagName))
      .map(({ name, value }) => `${tagName} ${name}=${value}`),
  ]);
  expect(harmful, html).toEqual([]);
  const scripts = elements.filter(({ tagName }) => tagName === 'script');
  const data = scripts.filter(({ attrs }) => attrs.some(({ value }) => value === 'application/ld+json'));
  expect(data).toHaveLength(1);
  expect(scripts.length).toBeLessThanOrEqual(2);
  expect(JSON.parse((data[0]!.childNodes[0] as DefaultTreeAdapterMap['textNode']).value)).toHaveProperty('@graph');
  expect(elements.filter(({ tagName }) => tagName === 'style')).toHaveLength(1);
  expect(
    elements
      .filter(({ tagName }) => tagName === 'form')
      .every(({ attrs }) => attrs.some(({ name }) => name === 'data-form')),
  ).toBe(true);
  expect(policy).not.toContain('unsafe');
  expect(policy).toMatch(/^default-src 'none'; /);
}

const around = (...itens: DocumentItem[]): PageDocument => ({
  versao: 2,
  secoes: [{ id: 's1', colunas: [{ id: 'c1', itens }] }],
});

describe('hostile content', () => {
  it.each(ITEM_TYPES.map((type) => [type.tipo, type] as const))(
    'in every property of %s stays text',
    (tipo, { esquema }) => {
      const check = fc.property(valueOf(esquema as Schema), (props) => {
        const document = validateDocument(around({ id: 'i1', tipo, props: props as Record<string, unknown> }));
        expectHarmless(document);
      });
      fc.assert(check, { numRuns: 40 });
    },
  );

  it.each(PAYLOADS)('%j in what the page says of itself, in its brand and in its form stays text', (text) => {
    const fields = (
      ['texto', 'opcao', 'multipla_escolha', 'booleano', 'oculto', 'texto_longo', 'nota', 'arquivo'] as const
    ).map((type, index) =>
      formField({
        name: `${text}${index}`,
        label: text,
        type,
        options: [{ value: text, label: text }],
        checkedValue: text,
        placeholder: text,
        help: text,
        defaultValue: text,
        step: 1 + (index % 2),
        condition: index ? { field: text, values: [text] } : null,
      }),
    );
    const form = { ...EXAMPLE_FORM, name: text, fields, buttonLabel: text, consentText: text };
    const base = exampleContext();
    expectHarmless(
      around({ id: 'i1', tipo: 'formulario', props: { form_id: form.id } }, { id: 'i2', tipo: 'menu', props: {} }),
      exampleContext({
        title: text,
        seo: {
          ...base.seo,
          title: text,
          description: text,
          canonicalUrl: text,
          language: text,
          pictureId: EXAMPLE_PICTURE.id,
        },
        brand: { ...base.brand, name: text },
        forms: new Map([[form.id, form]]),
        pictures: new Map([[EXAMPLE_PICTURE.id, { ...EXAMPLE_PICTURE, description: text }]]),
      }),
    );
  });

  it('gets no script into structured data, however it is spelled', () => {
    const data = { text: '</ScRiPt><script>alert(1)</script><!-- ]]> & \u2028\u2029' };
    const json = insideScript(JSON.stringify(data));
    expect(json).not.toMatch(/[<>&\u2028\u2029]/);
    expect(JSON.parse(json)).toEqual(data);
  });

  it('is taken out of texts and of pasted HTML', () => {
    const codigo = PAYLOADS.join('');
    expectHarmless(
      around({ id: 'i1', tipo: 'html', props: { codigo } }, { id: 'i2', tipo: 'texto', props: { conteudo: codigo } }),
    );
  });
});
