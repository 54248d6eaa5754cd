import { describe, expect, it } from 'vitest';
import { askPage } from './recipient-pages.js';
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

const SHOP = { sender: 'Shop', preferencesPath: '/t/p/x' };

describe('the page that asks', () => {
  it('escapes what tenants wrote, and masks the address', () => {
    const { body } = askPage('en', {
      sender: '<script>alert(1)</script>',
      address: '"<b>"@x.test',
      preferencesPath: '/t/p/x',
    });
    expect(body.text).not.toMatch(/<script|<b>/);
    expect(askPage('en', { ...SHOP, address: 'ana.lima@example.test' }).body.text).toContain('an•••@example.test');
    expect(askPage('en', { ...SHOP, address: 'ab@example.test' }).body.text).toContain('a•••@example.test');
  });
});
