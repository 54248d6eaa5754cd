import { describe, expect, it } from 'vitest';
import { askPage, donePage } from './recipient-pages.js';
import { languageOf } from './labels.js';

describe('the language of a page', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en-GB,en;q=0.9,pt;q=0.8', 'en'],
    ['fr-FR,pt;q=0.4', 'pt'],
    ['en;q=0.2, pt;q=0.7', 'pt'],
    ['ptx, *', 'en'],
    ['es-AR,es;q=0.9,en;q=0.8', 'es'],
  ])('is for %j %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

const SHOP = { sender: 'Shop', topic: null, preferencesPath: '/t/p/x' };

describe('the page that asks', () => {
  it('escapes what tenants wrote, and masks the address', () => {
    const { body } = askPage('en', {
      sender: '<script>alert(1)</script>',
      address: '"<b>"@x.test',
      topic: { name: '<i>News</i>' },
      preferencesPath: '/t/p/x',
    });
    expect(body.text).not.toMatch(/<script|<b>|<i>/);
    expect(askPage('en', { ...SHOP, address: 'ana.lima@example.test' }).body.text).toContain('an•••@example.test');
    expect(askPage('en', { ...SHOP, address: 'ab@example.test' }).body.text).toContain('a•••@example.test');
  });
});

describe('what ends', () => {
  const address = 'ana@example.test';

  it.each([
    ['en', 'Shop will send no more e-mail about “News” to', 'Shop will send no more e-mail of this kind to'],
    ['pt', 'Shop não enviará mais e-mails sobre “News” para', 'Shop não enviará mais e-mails deste tipo para'],
    ['es', 'Shop no enviará más correos sobre “News” a', 'Shop no enviará más correos de este tipo a'],
  ] as const)('is one topic, or all: %s', (language, named, nameless) => {
    for (const page of [askPage, donePage]) {
      expect(page(language, { ...SHOP, address, topic: { name: 'News' } }).body.text).toContain(named);
      expect(page(language, { ...SHOP, address, topic: { name: null } }).body.text).toContain(nameless);
      expect(page(language, { ...SHOP, address }).body.text).not.toMatch(/News|kind|tipo/);
    }
  });
});
