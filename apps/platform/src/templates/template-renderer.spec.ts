import { describe, expect, it } from 'vitest';
import { Problem } from '#libs/http';
import { TemplateRenderer, type TemplateParts } from './template-renderer.js';

const renderer = new TemplateRenderer();
const parts = (changes: Partial<TemplateParts>): TemplateParts => ({
  subject: null,
  html: null,
  text: null,
  ...changes,
});

function refusalOf(work: () => unknown): [string, string | undefined, string] {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.details?.[0]?.Field, error.message];
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('what a template makes', () => {
  it('has a subject of up to 998 characters', () => {
    const template = parts({ subject: '{{ name }}', text: 'x' });
    expect(renderer.render(template, { name: 'x'.repeat(998) }).subject).toHaveLength(998);
    expect(refusalOf(() => renderer.render(template, { name: 'x'.repeat(999) }))).toEqual([
      'InvalidParameter',
      'TemplateData',
      'TemplateData makes Subject longer than 998 characters',
    ]);
  });

  it('has parts of up to a million characters', () => {
    const template = parts({ html: '{% for i in (1..times) %}{{ text }}{% endfor %}' });
    const text = 'x'.repeat(10_000);
    expect(renderer.render(template, { text, times: 100 }).html).toHaveLength(1_000_000);
    expect(refusalOf(() => renderer.render(template, { text, times: 101 }))).toEqual([
      'InvalidParameter',
      'TemplateData',
      'TemplateData makes Html longer than 1000000 characters',
    ]);
  });

  it.each([
    ['runs on', '{% for i in (1..3000) %}{% for j in (1..3000) %}{% endfor %}{% endfor %}'],
    ['doubles itself', "{% assign s = 'ab' %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}"],
  ])('is refused for what it takes when it %s, in words that its author understands', (_, text) => {
    expect(refusalOf(() => renderer.render(parts({ text }), {}))).toEqual([
      'InvalidParameter',
      'TemplateData',
      'TemplateData makes Text take too much time or memory to fill in',
    ]);
  });

  it('is refused when it is nested too deeply, in words that its author understands', () => {
    const html = '{% if a %}'.repeat(9_000) + '{% endif %}'.repeat(9_000);
    expect(refusalOf(() => renderer.check(parts({ html })))).toEqual([
      'InvalidParameter',
      'Html',
      'Html is nested too deeply',
    ]);
  });

  it('follows its data, however often the same parts are filled in', () => {
    const template = parts({ text: '{% increment n %}{{ name }}' });
    const texts = ['Ana', 'Bob'].map((name) => renderer.render(template, { name }).text);
    expect(texts).toEqual(['0Ana', '0Bob']);
  });
});
