import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewriteHtml } from './rewrite-html.js';

const seen = (html: string): string[] => {
  const urls: string[] = [];
  rewriteHtml(html, { link: (url) => (urls.push(url), null) });
  return urls;
};
const changed = (html: string) => rewriteHtml(html, { link: () => 'NEW', append: '' });

describe('the links of a page', () => {
  it.each([
    ['<a href="https://x.test/">y</a>', '<a href="NEW">y</a>'],
    [`<A class='b' HREF = 'https://x.test/' id=c>y</A>`, `<A class='b' HREF = 'NEW' id=c>y</A>`],
    ['<a href=https://x.test/>y</a>', '<a href=NEW>y</a>'],
    ['<a\nhref\n=\n"https://x.test/"\n>y</a>', '<a\nhref\n=\n"NEW"\n>y</a>'],
    ['<map><area href="/a"></map>', '<map><area href="NEW"></map>'],
    ['<a href==x>y</a>', '<a href=NEW>y</a>'],
    ['<a href= = x>y</a>', '<a href= NEW x>y</a>'],
    ['<a href==>y</a>', '<a href=NEW>y</a>'],
    ['<a href="1" href="2">y</a>', '<a href="NEW" href="2">y</a>'],
    ['<a href="">y</a>', '<a href="NEW">y</a>'],
    ['<a href="x" />', '<a href="NEW" />'],
    [`<a href="it's">y</a>`, `<a href="NEW">y</a>`],
    ['<a title="a > b" href="x">y</a>', '<a title="a > b" href="NEW">y</a>'],
  ])('are changed in place: %s', (html, expected) => {
    expect(changed(html)).toBe(expected);
  });

  it.each([
    '<a>y</a>',
    '<a href>y</a>',
    '<a href="x" data-track="off">y</a>',
    '<a data-track=OFF href="x">y</a>',
    '<link href="x"><img src="x"><form action="x">',
    '<!-- <a href="x">y</a> -->',
    '<script>document.write(\'<a href="x">\')</script>',
    '<style>a[href="x"] { color: red }</style>',
    '<textarea><a href="x"></textarea>',
    'no page at all, a < b',
    '<a href="x',
  ])('are no others: %s', (html) => {
    expect(changed(html)).toBe(html);
  });

  it('are passed with decoded entities', () => {
    expect(seen('<a href="https://x.test/?a=1&amp;b=&#50;&quot;">y</a>')).toEqual(['https://x.test/?a=1&b=2"']);
    expect(seen('<a href="&#104;ttps://x.test/">y</a>')).toEqual(['https://x.test/']);
  });

  it('are the only bytes that change, for any text', () => {
    const pieces = fc.constantFrom(
      '<a href="',
      "<a href='",
      '<a href=',
      '"',
      "'",
      '>',
      '</a>',
      '<',
      '&amp;',
      '<!--',
      '-->',
      ' ',
      'x',
      '<script>',
      '</script>',
      '</body>',
      'é',
      '=',
    );
    fc.assert(
      fc.property(
        fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
        (html) => {
          expect(rewriteHtml(html, { link: () => null })).toBe(html);
          expect(rewriteHtml(html, { link: () => null, append: '|' }).replace('|', '')).toBe(html);
          expect(rewriteHtml(rewriteHtml(html, { link: () => 'N' }), { link: () => 'N' })).toBe(
            rewriteHtml(html, { link: () => 'N' }),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('what is appended', () => {
  it.each([
    ['<html><body>x</body></html>', '<html><body>x|</body></html>'],
    ['<body>x</BODY >\n</html>', '<body>x|</BODY >\n</html>'],
    ['<p>x</p>', '<p>x</p>|'],
    ['', '|'],
  ])('stands at the end of the body: %s', (html, expected) => {
    expect(rewriteHtml(html, { append: '|' })).toBe(expected);
  });
});

describe('a hostile page', () => {
  it.each(['<a href="', '<a href=x ', '<', '<!--', '&', "<a href='&amp;", '</body', '<a a='])(
    'costs bounded time: 2 MiB of %s',
    (piece) => {
      const before = process.cpuUsage();
      rewriteHtml(piece.repeat(2_097_152 / piece.length), { link: () => 'x', append: 'y' });
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(5_000);
    },
  );
});
