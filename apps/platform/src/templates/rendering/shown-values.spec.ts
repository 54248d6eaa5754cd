import { describe, expect, it, vi } from 'vitest';
import { LiquidRenderer } from './liquid-renderer.js';

const NONE = { subject: null, html: null, text: null };

function html(source: string, data: object): unknown {
  const outcome = new LiquidRenderer().render({ ...NONE, html: source }, data);
  return 'parts' in outcome ? outcome.parts.html : outcome.fault;
}

const ITEMS = [{ price: 0.1 }, { price: 0.2 }, { price: '0.30' }];

function text(source: string, data: object = {}): unknown {
  const outcome = new LiquidRenderer().render({ ...NONE, text: source }, data);
  return 'parts' in outcome ? outcome.parts.text : outcome.fault;
}

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
    ['{{ 1.1 | minus: 1 }}', {}, '0.1'],
    ['{{ 1.005 | round: 2 }}', {}, '1.01'],
    ['{{ -2.5 | round }}', {}, '-3'],
    ['{{ 1234 | round: -2 }}', {}, '1200'],
    ['{{ 0.7 | plus: 0.1 | times: 10 | floor }}', {}, '8'],
    ['{{ 0.1 | times: 3 | times: 10 | ceil }}', {}, '3'],
    ['{{ 10 | divided_by: 3 }}', {}, '3.33333333333333'],
    ['{{ 10 | divided_by: 3 | times: 3 }}', {}, '10'],
    ['{{ 10 | divided_by: 3 | round: 2 }}', {}, '3.33'],
    [
      '{% assign third = 10 | divided_by: 3 %}{% if third > 3 %}{{ third | append: "!" }}{% endif %}',
      {},
      '3.33333333333333!',
    ],
    ['{{ 7 | divided_by: 2, true }}', {}, '3'],
    ['{{ 5.5 | modulo: 2.2 }}', {}, '1.1'],
    ['{{ -7 | modulo: 3 }}', {}, '2'],
    ['{{ "19.90" | times: 3 }}', {}, '59.7'],
    ['{{ items | sum: "price" }}', { items: ITEMS }, '0.6'],
    ['{{ "99999999999999.99" | times: 100000 }}', {}, '9999999999999999000'],
    ['{{ "99999999999999.99" | plus: 0.01 }}', {}, '100000000000000'],
    ['{{ "12345678901234567890" | plus: 1 }}', {}, '12345678901234567891'],
    ['{{ 0.0000001 | times: 3 }}', {}, '0.0000003'],
    ['{{ n }}', { n: 1e-7 }, '0.0000001'],
    ['{{ -3.2 | abs | at_least: 3.1 | at_most: 9 }}', {}, '3.2'],
    ['{{ nothing | default: 1 | plus: 1 }}', {}, '2'],
    ['{{ list }}', { list: [{ x: 1 }, { x: 2 }] }, '{"x":1}{"x":2}'],
    ['{{ list | join: ", " }}', { list: [{ x: 1 }, 'a'] }, '{"x":1}, a'],
    ['{{ "a" | append: o | upcase }}', { o: { x: 1 } }, 'A{"X":1}'],
    ['{% assign t = 1 | divided_by: 3 %}{% echo t %}{% cycle t %}', {}, '0.3333333333333330.333333333333333'],
    ["{{ d | date: '%G-W%V-%u' }}", { d: '2027-01-01' }, '2026-W53-5'],
    [
      "{{ d | date: '%c|%x|%X|%D|%T|%r|%+' }}",
      { d: 1_795_692_926 },
      'Thu Nov 26 11:35:26 2026|11/26/26|11:35:26|11/26/26|11:35:26|11:35:26 AM|Thu Nov 26 11:35:26 UTC 2026',
    ],
    [
      "{{ d | date: '%-d %^b %e %3N %L %6N %Z %::z %12F|%-I %P 100%' }}",
      { d: '2026-11-06T07:05:00.123Z' },
      '6 NOV  6 123 123 123000 UTC +00:00:00   2026-11-06|7 am 100%',
    ],
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
    ['{{ 7 | divided_by: nothing }}', 'undefined variable'],
    ['{{ 7 | divided_by: "0.00" }}', 'a division by zero'],
    ['{{ "1e400" | plus: 1 }}', 'too large'],
    ['{{ "1e40" | times: "1e40" }}', 'too large'],
    ['{{ o | plus: 1 }}', 'no number'],
    ["{{ 'now' | date: '%Q' }}", 'does not know %Q'],
    ["{{ 'now' | date: '%f' }}", 'does not know %f'],
    ["{{ 'now' | date: '%999999999F' }}", 'too wide'],
  ])('is refused rather than shown wrong: %s', (source, message) => {
    const fault = text(source, { o: { x: 1 } });
    if (message === 'undefined variable') expect(fault).toMatchObject({ kind: 'missing' });
    else expect(fault).toMatchObject({ kind: 'unusable', message: expect.stringContaining(message) });
  });
});
