import fc from 'fast-check';
import { filters } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { LiquidRenderer } from './liquid-renderer.js';

const NONE = { subject: null, html: null, text: null };
const renderer = new LiquidRenderer();

function html(source: string, data: object): unknown {
  const outcome = renderer.render({ ...NONE, html: source }, data);
  return 'parts' in outcome ? outcome.parts.html : outcome.fault;
}

const captured = (rest: string): string => `{% capture x %}<i>{{ a }}</i>{% endcapture %}${rest}`;

describe('HTML that a template made', () => {
  it.each([
    ['{{ m | newline_to_br }}', { m: 'a\nb' }, 'a<br />\nb'],
    ['{{ m | newline_to_br }}', { m: '<b>\n' }, '&lt;b&gt;<br />\n'],
    ['{% assign x = m | newline_to_br %}{{ x }}', { m: 'a\nb' }, 'a<br />\nb'],
    ['{{ m | escape }}', { m: '<b>' }, '&lt;b&gt;'],
    ['{{ m | escape | escape }}', { m: '<b>' }, '&lt;b&gt;'],
    ['{{ m | escape_once }}', { m: '&lt;b&gt; & <' }, '&lt;b&gt; &amp; &lt;'],
    ['{{ m | xml_escape }}', { m: '<b>' }, '&lt;b&gt;'],
    ['{{ m | escape | newline_to_br }}', { m: '<b>\n' }, '&lt;b&gt;<br />\n'],
    ['{{ m | newline_to_br | append: "!" }}', { m: 'a\n' }, 'a<br />\n!'],
    ['{{ m | strip | newline_to_br | strip_newlines }}', { m: ' a\nb ' }, 'a<br />b'],
    ['{{ m | newline_to_br | split: "<br />" | first }}', { m: '<\nb' }, '&lt;'],
    ['{{ m | newline_to_br | split: "<br />" | join: "|" }}', { m: '<\nb' }, '&lt;|\nb'],
    ['{% for line in lines %}{{ line | escape }}{% endfor %}', { lines: ['<', '>'] }, '&lt;&gt;'],
    ['{{ m | escape | truncate: 4, "…" }}', { m: '<<<<<<' }, '&lt;&lt;&lt;…'],
    ['{{ m | escape | slice: 1, 2 }}', { m: '<&>' }, '&amp;&gt;'],
    ['{{ m | escape | slice: -1 }}', { m: '<&>' }, '&gt;'],
    ['{{ m | escape | default: "nobody" }}', { m: '<' }, '&lt;'],
    ['{{ m | escape | default: "nobody" }}', { m: '' }, 'nobody'],
    ['{{ m | escape | url_encode }}', { m: 'R&D' }, 'R%26D'],
    ['{{ m | escape | json }}', { m: '<' }, '&#34;&lt;&#34;'],
    ['{{ m | escape | size }}', { m: '<' }, '4'],
    ['{{ m | strip_html }}', { m: '<p>Tom &amp; Ann <b>say' }, 'Tom &amp; Ann say'],
    ['{{ m | strip_html }}', { m: '<p>a < b' }, 'a &lt; b'],
    ['{{ m | raw | newline_to_br }}', { m: '<b>x</b>\ny' }, '<b>x</b><br />\ny'],
    ['{{ m | raw }}', { m: '<b>' }, '<b>'],
    [captured('{{ x }}'), { a: '<b>' }, '<i>&lt;b&gt;</i>'],
    [captured('{% echo x %}{% echo a %}'), { a: '<' }, '<i>&lt;</i>&lt;'],
    [captured('{% liquid echo x %}'), { a: '<' }, '<i>&lt;</i>'],
    [captured('{% cycle x, a %}{% cycle x, a %}'), { a: '<' }, '<i>&lt;</i>&lt;'],
    [captured('{% echo a | raw %}'), { a: '<' }, '<'],
    [captured('{% capture y %}({{ x }}){% endcapture %}{{ y }}'), { a: '<' }, '(<i>&lt;</i>)'],
    [captured('{{ x | append: a }}'), { a: '<' }, '<i>&lt;</i>&lt;'],
    [captured('{{ a | append: x }}'), { a: '<' }, '&lt;<i>&lt;</i>'],
    [captured('{{ a | prepend: x }}'), { a: '<' }, '<i>&lt;</i>&lt;'],
    [captured('{{ "<%>" | replace: "%", x }}'), { a: '<' }, '&lt;<i>&lt;</i>&gt;'],
    [captured('{{ x | replace: "<i>", "<b>" }}'), { a: '-' }, '&lt;b&gt;-</i>'],
    [captured('{{ x | remove: "<i>" | remove: "</i>" }}'), { a: '<' }, '&lt;'],
    [captured('{{ x | upcase }}'), { a: 'b&' }, '<i>B&amp;</i>'],
    [captured('{{ x | capitalize }}'), { a: 'bC' }, '<i>Bc</i>'],
    [captured('{{ x | strip_html }}'), { a: '<b>' }, '&lt;b&gt;'],
    [captured('{{ x | truncate: 5 }}'), { a: 'abcdefg' }, '<i>ab...</i>'],
    [captured('{{ x | truncatewords: 2 }}'), { a: 'ab cd ef' }, '<i>ab cd...</i>'],
    [captured('{{ x | truncatewords: 9 }}'), { a: 'ab cd ef' }, '<i>ab cd ef</i>'],
    [captured('{% assign l = "1,2" | split: "," | push: x %}{{ l }}'), { a: '<' }, '12<i>&lt;</i>'],
    [
      captured('{% assign l = "<,2" | split: "," | push: x %}{{ l | join: "&" }}'),
      { a: '-' },
      '&lt;&amp;2&amp;<i>-</i>',
    ],
    [
      captured('{% assign l = "" | split: "," | push: x | push: x | uniq %}{{ l | size }}{{ l }}'),
      { a: '-' },
      '1<i>-</i>',
    ],
    [captured('{{ x | strip | lstrip | rstrip | normalize_whitespace }}'), { a: ' a  b ' }, '<i> a b </i>'],
    [captured('{% assign y = x %}{% if y contains "<i>" %}{{ y }}{% endif %}'), { a: '-' }, '<i>-</i>'],
    ['{% capture x %}{% endcapture %}{% if x == blank %}none{% endif %}', {}, 'none'],
    ['{% capture n %}4{% endcapture %}{{ n | plus: 1 }}', {}, '5'],
    ['{% capture x %}ab{% endcapture %}{% if x == "ab" %}{{ x.size }}{% endif %}', {}, '2'],
  ])('is not escaped again: %s of %j', (source, data, expected) => expect(html(source, data)).toBe(expected));

  it.each([
    ['{{ a }}', { a: '<b>' }, '&lt;b&gt;'],
    ['{{ a | append: "<b>" }}', { a: 'x' }, 'x&lt;b&gt;'],
    ['{{ a | upcase }}', { a: '<b>' }, '&lt;B&gt;'],
    ['{{ a }}', { a: ['<', ['>']] }, '&lt;&gt;'],
    ['{{ a | url_decode }}', { a: '%3Cb%3E' }, '&lt;b&gt;'],
    ['{{ a | base64_decode }}', { a: 'PGI+' }, '&lt;b&gt;'],
    ['{{ a | escape | base64_encode | base64_decode }}', { a: '<b>' }, '&lt;b&gt;'],
  ])('is the only thing that is not escaped: %s of %j', (source, data, expected) =>
    expect(html(source, data)).toBe(expected),
  );
});

const NAMES = Object.keys(filters).filter((name) => !/_exp$|^raw$|^sample$/.test(name));

describe('data, whatever filters it goes through', () => {
  it('opens no tag, and is never shown as an object', () => {
    const call = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom('', ': b', ': b, a', ': 1', ': 1, b', ': x'));
    const text = fc.array(fc.constantFrom('<b>', '<', '>', '&', '&lt;', '"', "'", 'a', ' ', '\n', '%3C', 'PGI+'));
    const value = fc.oneof(
      text.map((pieces) => pieces.join('')),
      fc.constantFrom({ k: '<b>' }, ['<b>', { k: '<' }], 3, null, true),
    );
    fc.assert(
      fc.property(fc.array(call, { maxLength: 4 }), value, value, fc.boolean(), (calls, a, b, isCaptured) => {
        const chain = calls.map(([name, args]) => ` | ${name}${args}`).join('');
        const shown = html(`{% capture x %}{{ a }}{% endcapture %}{{ ${isCaptured ? 'x' : 'a'}${chain} }}`, { a, b });
        if (typeof shown !== 'string') return;
        expect(shown.replaceAll('<br />', '')).not.toMatch(/[<>]/);
        expect(shown).not.toContain('[object');
      }),
      { numRuns: 3_000 },
    );
  });
});
