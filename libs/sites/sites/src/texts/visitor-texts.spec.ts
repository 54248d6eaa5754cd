import { describe, expect, it } from 'vitest';
import { inLanguage, VISITOR_LANGUAGES, visitorLanguageOf, visitorTexts } from './visitor-texts.js';

/** Words that are written alike in two of the languages. */
const ALIKE = new Set(['(opcional)', 'Aviso', 'Continuar', 'Enviado', 'Enviar', 'horas', 'min', 's', 'Usados: ']);

const wordsOf = (language: string): Map<string, string> => {
  const { page, form, consent, snippet, errors } = visitorTexts(language);
  const { categories, ...banner } = consent;
  const groups = Object.entries({ page, form, banner, ...categories, snippet, errors });
  return new Map(
    groups.flatMap(([group, texts]) =>
      Object.entries(texts as object).map(([name, text]) => [
        `${group}.${name}`,
        typeof text === 'function' ? String((text as (count: number) => string)(7)) : String(text),
      ]),
    ),
  );
};

describe('what pages say by themselves', () => {
  it.each(VISITOR_LANGUAGES)('is whole in %s', (language) => {
    const words = wordsOf(language);
    expect([...words.keys()]).toEqual([...wordsOf('pt').keys()]);
    expect([...words.values()].filter((text) => !text.trim())).toEqual([]);
    expect(words.get('form.step')).toMatch(/\{n\}.*\{of\}/);
  });

  it.each(['en', 'es'])('is not Portuguese in %s', (language) => {
    const portuguese = new Set(wordsOf('pt').values());
    const same = [...wordsOf(language)].filter(([, text]) => portuguese.has(text) && !ALIKE.has(text));
    expect(same).toEqual([]);
  });

  it.each([
    ['pt-BR', 'pt'],
    ['PT', 'pt'],
    ['es-419', 'es'],
    ['en_US', 'en'],
    ['fr-CA', 'en'],
    ['', 'pt'],
    [null, 'pt'],
  ])('of %j is in %s', (tag, language) => {
    expect(visitorLanguageOf(tag)).toBe(language);
  });

  it('takes the place of what stands there by itself alone', () => {
    const texts = visitorTexts('en');
    expect(inLanguage('Enviar', 'button', texts)).toBe('Send');
    expect(inLanguage('Quero já', 'button', texts)).toBe('Quero já');
  });
});
