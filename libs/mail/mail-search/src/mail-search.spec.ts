import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { asksFor, parseSearch, printSearch, type Search, SearchError, type SearchTerm } from './index.js';

const words = (text: string): Search => ({ kind: 'words', text });
const field = (name: string, ...values: string[]) => ({ kind: 'field', field: name, values }) as SearchTerm;
const read = (...values: boolean[]): Search => ({ kind: 'read', values });

/** Searches that the interface describes, with what each means. */
const EXAMPLES: [text: string, meaning: Search, printed?: string][] = [
  ['', { kind: 'all', of: [] }],
  ['fatura', words('fatura')],
  ['fatura maio', { kind: 'all', of: [words('fatura'), words('maio')] }],
  ['fatura OR boleto', { kind: 'any', of: [words('fatura'), words('boleto')] }],
  ['-fatura', { kind: 'not', of: words('fatura') }],
  ['"fatura de maio"', words('fatura de maio')],
  ["'fatura de maio'", words('fatura de maio'), '"fatura de maio"'],
  ['guarda-chuva', words('guarda-chuva')],
  ['10:30', words('10:30')],
  ['or', words('or')],
  ['"OR"', words('OR')],
  ['de:ana', field('from', 'ana')],
  ['from:ana', field('from', 'ana'), 'de:ana'],
  ['DE:ana', field('from', 'ana'), 'de:ana'],
  ['para:ana@shop.test', field('to', 'ana@shop.test')],
  ['to:ana', field('to', 'ana'), 'para:ana'],
  ['cc:ana', field('cc', 'ana')],
  ['assunto:"nota fiscal"', field('subject', 'nota fiscal')],
  ['subject:nota', field('subject', 'nota'), 'assunto:nota'],
  ['dominio:Shop.Test', field('domain', 'shop.test'), 'dominio:shop.test'],
  ['domínio:@café.test.', field('domain', 'xn--caf-dma.test'), 'dominio:xn--caf-dma.test'],
  ['tem:anexo', { kind: 'attachment' }],
  ['has:attachment', { kind: 'attachment' }, 'tem:anexo'],
  ["etiqueta:'Name'", { kind: 'label', values: ['Name'] }, 'etiqueta:Name'],
  ["label:'A fazer',Casa", { kind: 'label', values: ['A fazer', 'Casa'] }, 'etiqueta:"A fazer",Casa'],
  ['pasta:entrada', { kind: 'folder', values: [{ word: 'inbox' }] }],
  [
    'pasta:arquivo,enviados,rascunhos,spam,lixeira,todas',
    {
      kind: 'folder',
      values: (['archive', 'sent', 'drafts', 'spam', 'trash', 'all'] as const).map((word) => ({ word })),
    },
  ],
  ['pasta:"Notas de 2024"', { kind: 'folder', values: [{ name: 'Notas de 2024' }] }],
  ['antes:2024-02-29', { kind: 'before', values: ['2024-02-29'] }],
  ['depois:2024-01-01', { kind: 'after', values: ['2024-01-01'] }],
  ['lista:news.shop.test', field('list', 'news.shop.test')],
  ['maior:5MB', { kind: 'larger', values: [5 * 1_024 ** 2] }, 'maior:5242880'],
  ['menor:200KB', { kind: 'smaller', values: [200 * 1_024] }, 'menor:204800'],
  ['maior:1.5MB', { kind: 'larger', values: [1.5 * 1_024 ** 2] }, 'maior:1572864'],
  ['menor:1000', { kind: 'smaller', values: [1000] }],
  ['lida:sim', read(true)],
  ['lida:não', read(false), 'lida:nao'],
  ['is:read', read(true), 'lida:sim'],
  ['is:unread', read(false), 'lida:nao'],
  ['nao-lida', read(false), 'lida:nao'],
  ['não-lida', read(false), 'lida:nao'],
  ['-nao-lida', { kind: 'not', of: read(false) }, '-lida:nao'],
  ['"nao-lida"', words('nao-lida')],
  ['de:ana,bia', field('from', 'ana', 'bia')],
  ['de:(ana OR bia)', field('from', 'ana', 'bia'), 'de:ana,bia'],
  ["de:( 'Ana Lima' , bia )", field('from', 'Ana Lima', 'bia'), 'de:"Ana Lima",bia'],
  [
    'de:ana tem:anexo OR -assunto:nota',
    {
      kind: 'any',
      of: [
        { kind: 'all', of: [field('from', 'ana'), { kind: 'attachment' }] },
        { kind: 'not', of: field('subject', 'nota') },
      ],
    },
  ],
  [
    '(a OR b) -(c d)',
    {
      kind: 'all',
      of: [
        { kind: 'any', of: [words('a'), words('b')] },
        { kind: 'not', of: { kind: 'all', of: [words('c'), words('d')] } },
      ],
    },
  ],
  ['((a) OR ((b OR c)))', { kind: 'any', of: [words('a'), words('b'), words('c')] }, 'a OR b OR c'],
  [String.raw`"a \"b\" \\"`, words(String.raw`a "b" \ `.trim())],
  [' \n\tfatura\u00a0 ', words('fatura'), 'fatura'],
];

const INVALID: [text: string, position: number, reason: string | RegExp][] = [
  ['fatura remetente:ana', 7, /no such operator/],
  ['http://x.test', 0, /no such operator/],
  ['de:', 3, /directly after the colon/],
  ['de: ana', 3, /directly after the colon/],
  ['de:ana,', 7, /after the comma/],
  ['de:,ana', 3, /./],
  ['de:(ana bia)', 8, /OR or a comma/],
  ['de:(ana', 7, /not closed/],
  ['(a OR b', 7, /not closed/],
  ['a)', 1, /closes nothing/],
  ['()', 1, /closes nothing/],
  ['OR a', 0, /OR stands between/],
  ['a OR', 2, /OR stands between/],
  ['a OR OR b', 5, /OR stands between/],
  ['a -', 2, /minus/],
  ['--a', 0, /minus/],
  ['a "b', 2, /no other end/],
  ["de:'Ana", 3, /no other end/],
  ['"a"b', 3, /a space/],
  ['a !!!', 2, /no letter/],
  ['de:"?"', 3, /no letter/],
  ['dominio:a b:c', 10, /no such operator/],
  ['dominio:a..b', 8, /not a domain/],
  ['antes:2024-02-30', 6, /YYYY-MM-DD/],
  ['antes:0000-01-01', 6, /YYYY-MM-DD/],
  ['depois:ontem', 7, /YYYY-MM-DD/],
  ['maior:5TB', 6, /size/],
  ['maior:1.5', 6, /size/],
  ['maior:-5', 6, /size/],
  ['lida:talvez', 5, /sim or nao/],
  ['is:starred', 3, /read or unread/],
  ['tem:tempo', 4, /anexo/],
  ["etiqueta:' '", 9, /empty/],
  ['a'.repeat(513), 512, /512 characters/],
  [Array(31).fill('a').join(' '), 60, /30 words/],
  [`de:${Array(21).fill('a').join(',')}`, 3, /20 alternatives/],
  ['('.repeat(11), 10, /10 parentheses/],
  [Array(21).fill('a').join(' OR '), 0, /20 alternatives/],
  ['etiqueta:a,b,c etiqueta:d,e,f', 28, /5 labels/],
];

function errorOf(text: string): SearchError | undefined {
  try {
    parseSearch(text);
    return undefined;
  } catch (error) {
    if (error instanceof SearchError) return error;
    throw error;
  }
}

describe('a search', () => {
  it.each(EXAMPLES)('is read: %s', (text, meaning, printed = text) => {
    expect(parseSearch(text)).toEqual(meaning);
    expect(printSearch(meaning)).toBe(printed);
  });

  it.each(INVALID)('is not read: %s', (text, position, reason) => {
    const error = errorOf(text);
    expect(error?.reason).toMatch(reason);
    expect(error?.position).toBe(position);
  });

  it('may be as long as its limits', () => {
    for (const text of [
      'a'.repeat(512),
      Array(30).fill('a').join(' '),
      `de:${Array(20).fill('a').join(',')}`,
      'etiqueta:a,b,c,d,e',
    ])
      expect(errorOf(text)).toBeUndefined();
  });

  it('says what it asks for', () => {
    expect(asksFor(parseSearch('a (b OR pasta:spam)'), 'folder')).toBe(true);
    expect(asksFor(parseSearch('a -pasta:spam'), 'folder')).toBe(false);
  });
});

const anyText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.replaceAll(/[\s\p{Cc}]/gu, ' ').replaceAll(/\p{Surrogate}/gu, '\ufffd'))
  .map((text) => `${text}x`);
const name = anyText.map((text) => `${text}`.trim());
const list = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: 1, maxLength: 3 });
const day = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const bytes = list(fc.nat());
const term: fc.Arbitrary<Search> = fc.oneof(
  anyText.map(words),
  fc
    .tuple(fc.constantFrom('from', 'to', 'cc', 'subject', 'list'), list(anyText))
    .map(([one, values]) => field(one, ...values)),
  list(fc.constantFrom('shop.test', 'xn--caf-dma.test')).map((values) => field('domain', ...values)),
  fc.constant({ kind: 'attachment' as const }),
  list(
    fc.oneof(
      name.map((one) => ({ name: `${one}y` })),
      fc.constant({ word: 'inbox' as const }),
    ),
  ).map((values) => ({ kind: 'folder' as const, values })),
  fc.tuple(fc.constantFrom('before' as const, 'after' as const), list(day)).map(([kind, values]) => ({ kind, values })),
  fc.tuple(fc.constantFrom('larger' as const, 'smaller' as const), bytes).map(([kind, values]) => ({ kind, values })),
  list(fc.boolean()).map((values) => ({ kind: 'read' as const, values })),
);
const { search } = fc.letrec<{ search: Search; part: Search }>((tie) => ({
  search: fc.oneof({ depthSize: 'small', withCrossShrink: true }, term, tie('part')),
  part: fc.oneof(
    tie('search').map((of): Search => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('all' as const, 'any' as const), fc.array(tie('search'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]): Search => ({ kind, of: of.flatMap((one) => (one.kind === kind ? one.of : [one])) })),
  ),
}));

describe('any search', () => {
  it('is printed as a text that means the same', () => {
    fc.assert(
      fc.property(search, (one) => {
        const text = printSearch(one);
        fc.pre(errorOf(text)?.reason.includes('has at most') !== true);
        const again = parseSearch(text);
        expect(again).toEqual(one);
        expect(printSearch(again)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('that people may type is read or refused at a place in it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'de:',
        '(',
        ')',
        '"',
        "'",
        '-',
        ' OR ',
        ' ',
        ',',
        ':',
        '\\',
        'nao-lida',
        'maior:',
        '5MB',
        'pasta:',
        '\0',
        '\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('').slice(0, 520)),
        (text) => {
          const error = errorOf(text);
          if (error) expect(error.position).toBeLessThanOrEqual(text.length);
          else expect(printSearch(parseSearch(printSearch(parseSearch(text))))).toBe(printSearch(parseSearch(text)));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('made to be slow to read is read in no time', () => {
    const texts = ['(', '-(', '"', "'", '\\', ',', 'de:(', 'a OR ', 'a-', '-', ' ', '(a OR ', "de:'", 'a:'];
    const start = performance.now();
    for (const text of texts) errorOf(text.repeat(512).slice(0, 512));
    errorOf(`${'('.repeat(250)}a${')'.repeat(250)}`);
    expect(performance.now() - start).toBeLessThan(patient(2_000));
  });
});
