import { afterAll, describe, expect, it } from 'vitest';
import { Problem } from '#libs/core/http';
import type { PlatformConfig } from '../config.js';
import { TemplateRenderer, type TemplateData, type TemplateParts } from './template-renderer.js';

const renderer = new TemplateRenderer({ templateThreads: 2 } as PlatformConfig);
afterAll(() => renderer.onApplicationShutdown());

const parts = (changes: Partial<TemplateParts>): TemplateParts => ({
  subject: null,
  html: null,
  text: null,
  ...changes,
});

const render = (template: TemplateParts, data: TemplateData) => renderer.renderOne('acc_1', { template, data });
const check = (template: TemplateParts) => renderer.check('acc_1', template);

async function rejectionOf(work: Promise<unknown>): Promise<[string, string | undefined, string]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.details?.[0]?.Field, error.message];
    throw error;
  }
  throw new Error('nothing was rejected');
}

describe('what a template makes', () => {
  it('has a subject of up to 998 characters', async () => {
    const template = parts({ subject: '{{ name }}', text: 'x' });
    expect((await render(template, { name: 'x'.repeat(998) })).subject).toHaveLength(998);
    expect(await rejectionOf(render(template, { name: 'x'.repeat(999) }))).toEqual([
      'InvalidParameter',
      'TemplateData',
      'TemplateData makes Subject longer than 998 characters',
    ]);
  });

  it('has parts of up to a million characters', async () => {
    const template = parts({ html: '{% for i in (1..times) %}{{ text }}{% endfor %}' });
    const text = 'x'.repeat(10_000);
    expect((await render(template, { text, times: 100 })).html).toHaveLength(1_000_000);
    expect(await rejectionOf(render(template, { text, times: 101 }))).toEqual([
      'InvalidParameter',
      'TemplateData',
      'TemplateData makes Html longer than 1000000 characters',
    ]);
  });

  it.each([
    ['runs on', '{% for i in (1..3000) %}{% for j in (1..3000) %}{% endfor %}{% endfor %}'],
    ['doubles itself', "{% assign s = 'ab' %}{% for i in (1..40) %}{% assign s = s | append: s %}{% endfor %}{{ s }}"],
  ])('is rejected for what it takes when it %s, in words that its author understands', async (_, text) => {
    const [code, field, message] = await rejectionOf(render(parts({ text }), {}));
    expect([code, field]).toEqual(['InvalidParameter', 'TemplateData']);
    expect(message).toMatch(
      /^TemplateData makes Text take too much time or memory to fill in: more than .+\. Loop over less, or prepare/,
    );
  });

  it('is rejected when it is nested too deeply, with a message for its author', async () => {
    const html = '{% if a %}'.repeat(4_900) + '{% endif %}'.repeat(4_900);
    expect(await rejectionOf(check(parts({ html })))).toEqual([
      'InvalidParameter',
      'Html',
      'Html is nested too deeply',
    ]);
  });

  it('is rejected with more tags than can be parsed quickly', async () => {
    expect(await rejectionOf(check(parts({ text: '{{a}}'.repeat(60_000) })))).toEqual([
      'InvalidParameter',
      'Text',
      'Text has more than 10000 tags and outputs',
    ]);
  });

  it.each(['where_exp', 'reject_exp', 'group_by_exp', 'find_exp', 'find_index_exp', 'has_exp'])(
    'is rejected when it uses %s, also in a condition and an assignment',
    async (filter) => {
      const message = `Text uses ${filter}, which templates do not have: prepare the list in the data`;
      for (const text of [
        `{{ list | ${filter}: 'a', 'a' | size }}`,
        `{% assign b = list | ${filter}: 'a', 'a' %}`,
        `{% liquid\n  echo list | ${filter}: 'a', 'a'\n%}`,
      ]) {
        expect(await rejectionOf(check(parts({ text })))).toEqual(['InvalidParameter', 'Text', message]);
      }
    },
  );

  it('follows its data, however often the same parts are filled in', async () => {
    const template = parts({ text: '{% increment n %}{{ name }}' });
    const texts = await Promise.all(['Ana', 'Bob'].map(async (name) => (await render(template, { name })).text));
    expect(texts).toEqual(['0Ana', '0Bob']);
  });

  it('may not reach beyond its data', async () => {
    expect((await rejectionOf(render(parts({ text: '{{ a.constructor }}' }), { a: {} })))[0]).toBe('MissingParameter');
  });

  it('is rejected when its data is nested more deeply than it can be read', async () => {
    let deep: unknown = [];
    for (let n = 0; n < 100_000; n += 1) deep = [deep];
    const [code, field] = await rejectionOf(render(parts({ text: '{{ a }}' }), { a: deep }));
    expect([code, field]).toEqual(['InvalidParameter', 'TemplateData']);
  });
});
