import { expect, it } from 'vitest';
import '../catalogue.js';
import { validateDocument } from '../validation/validate-document.js';
import { EVERYTHING } from './every-item.fixture.js';
import { EXAMPLE_FORM, exampleContext, formField } from './page-context.fixture.js';
import { renderPage } from './render-page.js';

const FORM = {
  ...EXAMPLE_FORM,
  consentText: null,
  fields: [
    formField({ name: 'pais', label: 'Land', type: 'pais', required: false }),
    formField({ name: 'email', label: 'Mail', type: 'email', step: 2 }),
  ],
};

/** Texts of pages that are in Portuguese, and in Spanish in other words. */
const PORTUGUESE =
  /Ir para o conteúdo|Abrir o menu|Fechar|Assistir|>dias<|Etapa|Voltar|Escolha|Não preencha|Alemanha|Nota \d|Concordo/;

function rendered(language: string): string {
  const base = exampleContext({ forms: new Map([[FORM.id, FORM]]) });
  return renderPage(validateDocument(EVERYTHING), { ...base, seo: { ...base.seo, language } }).html;
}

it('a page says in Portuguese what its author did not write', () => {
  const found = rendered('pt-BR').match(new RegExp(PORTUGUESE, 'g'));
  expect(new Set(found).size).toBeGreaterThanOrEqual(10);
});

it.each(['en', 'en-GB', 'es', 'es-MX', 'fr'])('a page in %s says nothing in Portuguese', (language) => {
  expect(PORTUGUESE.exec(rendered(language))?.[0]).toBeUndefined();
});

it('a form has its words in the language of its page', () => {
  expect(rendered('en')).toContain('[&quot;Back&quot;,&quot;Continue&quot;,&quot;Step {n} of {of}&quot;]');
  expect(rendered('en')).toContain('<span class="op">(optional)</span>');
  expect(rendered('en')).toContain('>Germany</option>');
  expect(rendered('es')).toContain('>Alemania</option>');
  expect(rendered('en')).toMatch(/type="submit">Send</);
});
