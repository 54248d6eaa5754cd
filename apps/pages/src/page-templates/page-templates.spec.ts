import { describe, expect, it } from 'vitest';
import '../catalogue.js';
import { validateDocument } from '../validation/validate-document.js';
import { EXAMPLE_FORM, exampleContext } from '../rendering/page-context.fixture.js';
import { renderPage } from '../rendering/render-page.js';
import { findPageTemplate, PAGE_TEMPLATES, withForm } from './page-templates.js';

describe('page templates', () => {
  it('are ten, each with an id of its own', () => {
    expect(new Set(PAGE_TEMPLATES.map(({ id }) => id)).size).toBe(10);
    for (const template of PAGE_TEMPLATES) expect(findPageTemplate(template.id)).toBe(template);
    expect(findPageTemplate('toString')).toBeUndefined();
  });

  it.each(PAGE_TEMPLATES.map(({ id, template }) => [id, template] as const))(
    '%s is a valid document, whose page needs nothing but a form',
    (_, template) => {
      expect(validateDocument(template)).toBe(template);
      const bare = renderPage(template, exampleContext());
      expect(new Set(bare.warnings.map(({ code }) => code))).toEqual(new Set(['formulario_ausente']));
      const page = renderPage(validateDocument(withForm(template, EXAMPLE_FORM.id)), exampleContext());
      expect(page.warnings).toEqual([]);
      expect(page.formIds).toEqual([EXAMPLE_FORM.id]);
    },
  );

  it.each(PAGE_TEMPLATES.map(({ id, template }) => [id, template] as const))(
    '%s leads to places that it has',
    (_, template) => {
      const { html } = renderPage(withForm(template, EXAMPLE_FORM.id), exampleContext());
      const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
      expect(targets.filter((id) => !ids.has(id))).toEqual([]);
    },
  );
});
