import { describe, expect, it, vi } from 'vitest';
import { LiquidRenderer } from './liquid-renderer.js';

const NONE = { subject: null, html: null, text: null };

function html(source: string, data: object): unknown {
  const outcome = new LiquidRenderer().render({ ...NONE, html: source }, data);
  return 'parts' in outcome ? outcome.parts.html : outcome.fault;
}

function text(source: string, data: object = {}): unknown {
  const outcome = new LiquidRenderer().render({ ...NONE, text: source }, data);
  return 'parts' in outcome ? outcome.parts.text : outcome.fault;
}

describe('HTML that a template made', () => {
  it.each([
    ['lines', '{{ m | newline_to_br }}', { m: 'a\nb' }, 'a<br />\nb'],
    ['lines of somebody’s markup', '{{ m | newline_to_br }}', { m: '<b>\n' }, '&lt;b&gt;<br />\n'],
    ['lines that were assigned', '{% assign x = m | newline_to_br %}{{ x }}', { m: 'a\nb' }, 'a<br />\nb'],
    ['escaped text', '{{ m | escape }}', { m: '<b>' }, '&lt;b&gt;'],
    ['escaped lines', '{{ m | escape | newline_to_br }}', { m: '<b>\n' }, '&lt;b&gt;<br />\n'],
    ['a captured block', '{% capture x %}{{ a }}{% endcapture %}{{ x }}', { a: '<b>' }, '&lt;b&gt;'],
    ['captured tags', '{% capture x %}<i>{{ a }}</i>{% endcapture %}{{ x }}', { a: '<b>' }, '<i>&lt;b&gt;</i>'],
    [
      'a block that is captured twice',
      '{% capture x %}{{ a }}{% endcapture %}{% capture y %}{{ x }}{% endcapture %}{{ y }}',
      { a: '<' },
      '&lt;',
    ],
  ])('is not escaped again: %s', (_what, source, data, expected) => expect(html(source, data)).toBe(expected));

  it.each([
    ['data', '{{ a }}', { a: '<b>' }, '&lt;b&gt;'],
    [
      'what was cut out of a block',
      '{% capture x %}<i>{{ a }}{% endcapture %}{{ x | upcase }}',
      { a: 'b' },
      '&lt;I&gt;B',
    ],
    ['what was appended', '{{ a | append: "<b>" }}', { a: 'x' }, 'x&lt;b&gt;'],
  ])('is the only thing that is not escaped: %s', (_what, source, data, expected) =>
    expect(html(source, data)).toBe(expected),
  );

  it('can be compared and measured as text', () => {
    expect(html('{% capture x %}ab{% endcapture %}{% if x == "ab" %}{{ x.size }}{% endif %}', {})).toBe('2');
  });
});

it('a template is filled in however long the clock says that it took: the work that it does is limited', () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
  try {
    expect(text('{% for n in (1..3) %}{{ n }}{% endfor %}')).toBe('123');
    const endless = '{% for i in (1..3000) %}{% for j in (1..3000) %}{% endfor %}{% endfor %}';
    expect(text(endless)).toEqual({ kind: 'heavy', part: 'text', limit: 'work' });
    expect(now).toBeGreaterThan(0);
  } finally {
    clock.mockRestore();
  }
});

describe('a value', () => {
  it.each([
    ['{{ 19.9 | times: 3 }}', {}, '59.7'],
    ['{{ 0.1 | plus: 0.2 }}', {}, '0.3'],
    ['{{ 7 | divided_by: 2 }}', {}, '3.5'],
    ['{{ a }}', { a: { x: 1 } }, '{"x":1}'],
    ["{{ d | date: '%F' }}", { d: 1_795_692_926 }, '2026-11-26'],
    ["{{ d | date: '%F %R' }}", { d: '2026-11-26T10:05:00Z' }, '2026-11-26 10:05'],
  ])('is shown as a reader expects: %s', (source, data, expected) => expect(text(source, data)).toBe(expected));

  it('of several fields is escaped in HTML', () => {
    expect(html('{{ a }}', { a: { x: '<' } })).toBe('{&#34;x&#34;:&#34;&lt;&#34;}');
  });

  it.each([
    ['{{ 7 | divided_by: 0 }}', 'a division by zero'],
    ['{{ 7 | modulo: 0 }}', 'a division by zero'],
    ["{{ 'now' | date: '%Q' }}", 'does not know %Q'],
  ])('is refused rather than shown wrong: %s', (source, message) => {
    expect(text(source)).toMatchObject({ kind: 'unusable', message: expect.stringContaining(message) });
  });
});
