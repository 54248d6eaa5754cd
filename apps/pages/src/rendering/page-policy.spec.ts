import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TAG_TYPES, TAGS, type TagTypeName } from '#libs/sites/tags';
import type { PageDocument } from '../document/page-document.js';
import type { PageTags } from '../markup/page-context.js';
import { exampleContext } from './page-context.fixture.js';
import { renderPage } from './render-page.js';

const DOCUMENT: PageDocument = {
  versao: 2,
  secoes: [{ id: 's', colunas: [{ id: 'c', itens: [{ id: 't', tipo: 'titulo', props: { texto: 'Oi', nivel: 1 } }] }] }],
};

const tagsOf = (types: readonly TagTypeName[], changes: Partial<PageTags> = {}): PageTags => ({
  credential: 'acc_00000000000000a1.pag_00000000000000a1.1.0123456789abcdefghijkl',
  version: 'abc123',
  tags: types.map((type) => ({ type, id: 'x', category: TAGS[type].category })),
  asksForPixel: false,
  title: null,
  text: null,
  policyUrl: null,
  ...changes,
});

const pageWith = (tags: PageTags | null) => renderPage(DOCUMENT, exampleContext({ tags }));

/** The sources of each directive. */
const sourcesOf = (policy: string) =>
  new Map(
    policy.split('; ').map((rule) => {
      const [name = '', ...sources] = rule.split(' ');
      return [name, sources] as const;
    }),
  );

describe('the policy of a page', () => {
  it('without tags is what it was before there were any', () => {
    const { policy, html } = pageWith(null);
    expect(policy.replace(/'sha256-[^']+'/g, 'HASH')).toBe(
      "default-src 'none'; style-src HASH; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(html).not.toContain('tags.js');
  });

  it('allows the hosts of exactly its tags, whichever they are', () => {
    const plain = sourcesOf(pageWith(tagsOf([], { asksForPixel: true })).policy);
    fc.assert(
      fc.property(fc.subarray([...TAG_TYPES]), (types) => {
        const policy = sourcesOf(pageWith(tagsOf(types, { asksForPixel: true })).policy);
        const hasInlineStyle = types.some((type) => TAGS[type].hasInlineStyle);
        for (const [name, sources] of policy) {
          const ofTags = types.flatMap((type) => TAGS[type].sources[name.replace('-src', '') as 'img'] ?? []);
          const own = (plain.get(name) ?? []).filter(
            (one) => !(name === 'style-src' && hasInlineStyle && /sha256/.test(one)),
          );
          const inline = name === 'style-src' && hasInlineStyle ? ["'unsafe-inline'"] : [];
          expect([...sources].sort(), name).toEqual([...new Set([...own, ...inline, ...ofTags])].sort());
        }
        expect(policy.get('script-src')).not.toContain("'unsafe-inline'");
        expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
        expect([...policy.values()].flat().filter((one) => /^(?:\*|https?:|wss?:)$/.test(one))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('does not let what an author wrote out of its element', () => {
    const { html } = pageWith(tagsOf(['ga4'], { text: '</script><script>alert(1)</script>', title: '<b>&' }));
    expect(html).not.toContain('<script>alert');
    const json = /<script type="application\/json" id="consentimento" data-tags>(.*?)<\/script>/.exec(html)![1]!;
    expect(JSON.parse(json).texts).toMatchObject({ title: '<b>&', text: '</script><script>alert(1)</script>' });
  });

  it('has the banner in the language of the page, with the companies of each category', () => {
    const seo = { ...exampleContext().seo, language: 'es-MX' };
    const tags = tagsOf(['meta_pixel', 'ga4', 'hotjar', 'crisp'], { policyUrl: '/privacidad' });
    const { html } = renderPage(DOCUMENT, exampleContext({ seo, tags }));
    const shown = JSON.parse(/data-tags>(.*?)<\/script>/.exec(html)![1]!);
    expect(shown).toMatchObject({ language: 'es', policyUrl: '/privacidad', texts: { accept: 'Aceptar todo' } });
    expect(shown.categories.map(({ name, vendors }: Record<string, string>) => [name, vendors])).toEqual([
      ['funcional', 'Crisp'],
      ['estatistica', 'Google Analytics 4, Hotjar'],
      ['marketing', 'Meta Pixel'],
    ]);
  });
});
