import { describe, expect, it } from 'vitest';
import { RequestContext, withContext } from '#libs/core/http';
import { chooseLanguage, currentLanguage, languageIn, preferredLanguage, requestedLanguage } from './index.js';

describe('the language that a browser prefers', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
    ['en-GB,en;q=0.9,pt;q=0.8', 'en'],
    ['fr-FR,es-419;q=0.4', 'es'],
    ['en;q=0.2, pt; q=0.7', 'pt'],
    ['pt;q=0, es;q=0.1', 'es'],
    ['ptx, *', undefined],
  ])('of %j is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });

  it('is found by the first part of a tag, in any case', () => {
    expect([languageIn('PT-br'), languageIn(' es '), languageIn('e')]).toEqual(['pt', 'es', undefined]);
  });
});

describe('the language of a request', () => {
  const serving = (acceptLanguage?: string) => {
    const request = { headers: { 'accept-language': acceptLanguage } };
    return new RequestContext('req_1', 'GET', '/', request as never);
  };

  it('is that of the browser, or English', () => {
    expect(withContext(serving('es-MX'), () => [requestedLanguage(), currentLanguage()])).toEqual(['es', 'es']);
    expect(withContext(serving('fr'), () => [requestedLanguage(), currentLanguage()])).toEqual([undefined, 'en']);
    expect([requestedLanguage(), currentLanguage()]).toEqual([undefined, 'en']);
  });

  it('is another one that was chosen, if we have it', () => {
    const after = (tags: string[]) =>
      withContext(serving('es'), () => {
        chooseLanguage(tags);
        return currentLanguage();
      });
    expect([after(['fr-CA', 'pt-BR', 'en']), after(['fr']), after([])]).toEqual(['pt', 'es', 'es']);
  });
});
