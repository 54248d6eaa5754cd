import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { hasSize, sanitizeSvg } from './svg.js';
import { isDrawable } from './svg-cost.js';

const OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10">';
const clean = (inside: string): string | null => sanitizeSvg(Buffer.from(`${OPEN}${inside}</svg>`));

describe('a drawing', () => {
  it('keeps what draws it, with the spelling of its names', () => {
    const drawing =
      '<defs><linearGradient id="a" gradientUnits="userSpaceOnUse"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<style>.b > path{fill:url(#a)}</style><g class="b" style="opacity:.5"><path d="M0 0h10v10z"></path></g>' +
      '<use xlink:href="#a" clip-path="url(#a)"></use><text x="1">a &lt; b</text>';
    expect(clean(drawing)).toBe(`${OPEN}${drawing}</svg>`);
  });

  it.each([
    ['a script', '<script>alert(1)</script>', 'alert'],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>', 'alert'],
    ['a handler', '<rect onclick="alert(1)" onload="alert(2)" width="1"/>', 'alert'],
    [
      'HTML within it',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="evil"/></body></foreignObject>',
      'evil',
    ],
    ['a link', '<a xlink:href="javascript:alert(1)"><rect/></a>', 'javascript'],
    ['a part of another file', '<use xlink:href="https://evil.test/a.svg#b"/>', 'evil'],
    ['a picture from elsewhere', '<image href="https://evil.test/a.png"/>', 'evil'],
    ['a picture in its text', '<image href="data:image/svg+xml;base64,PHN2Zz4="/>', 'data:'],
    ['an animation of an address', '<animate attributeName="href" to="javascript:alert(1)"/>', 'javascript'],
    ['a setting of a handler', '<set attributeName="onmouseover" to="alert(1)"/>', 'alert'],
    ['a fill from elsewhere', '<rect fill="url(https://evil.test/a#b)"/>', 'evil'],
    ['a style that loads', '<rect style="background:url( &quot;//evil.test/a&quot; )"/>', 'evil'],
    ['a style with escapes', '<rect style="fill:u\\72l(//evil.test/a)"/>', 'evil'],
    ['an import', '<style>@import "//evil.test/a.css";</style>', 'evil'],
    ['a style that loads a font', '<style>@font-face{src:url(//evil.test/a)}</style>', 'evil'],
    ['markup in a style', '<style>&lt;script&gt;alert(1)&lt;/script&gt;</style>', 'alert'],
    ['markup in the CDATA of a style', '<style><![CDATA[</style><script>alert(1)</script>]]></style>', 'alert'],
    ['markup in an attribute', '<rect id="&quot;&gt;&lt;script&gt;alert(1)"/>', '<script'],
    ['another namespace', '<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', 'script'],
    ['an entity', '<text>&xxe;</text>', '&xxe;'],
    ['a processing instruction', '<?xml-stylesheet href="//evil.test/a.css"?>', 'evil'],
  ])('loses %s', (_, hostile, trace) => {
    const drawing = clean(hostile + '<path d="M0 0"></path>');
    expect(drawing).toContain('<path d="M0 0">');
    expect(drawing).not.toContain(trace);
  });

  it('loses what comes before it: declarations, entities and comments', () => {
    const text = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY xxe SYSTEM "file:///etc/passwd">]><!-- a -->${OPEN}<path/></svg>`;
    expect(sanitizeSvg(Buffer.from(text))).toBe(`${OPEN}<path></path></svg>`);
  });

  it('is none without the namespace of SVG, or in another encoding than UTF-8', () => {
    expect(sanitizeSvg(Buffer.from('<svg><path/></svg>'))).toBeNull();
    expect(sanitizeSvg(Buffer.from('<svg xmlns="http://www.w3.org/1999/xhtml"><path/></svg>'))).toBeNull();
    expect(sanitizeSvg(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">\xff</svg>', 'latin1'))).toBeNull();
    expect(sanitizeSvg(Buffer.from(`\uFEFF${OPEN}</svg>`, 'utf16le'))).toBeNull();
  });

  it.each([
    ['of elements in each other', '<g>'.repeat(300_000)],
    ['of elements side by side', '<g/>'.repeat(250_000)],
    ['of braces in a style', `<style>${'a{'.repeat(500_000)}</style>`],
    ['of characters without a brace in a style', `<style>${'a'.repeat(1_000_000)}</style>`],
    ['of digits', `<rect width="${'1'.repeat(1_000_000)}"/>`],
    ['of addresses', `<rect fill="${'url( '.repeat(200_000)}"/>`],
  ])('is judged in little time if it is a megabyte %s', (_, inside) => {
    const startedAt = performance.now();
    const drawing = clean(inside);
    if (drawing !== null) {
      isDrawable(drawing);
      hasSize(drawing);
    }
    expect(performance.now() - startedAt).toBeLessThan(patient(5_000));
  });

  it('is none with more elements than people draw', () => {
    expect(clean('<g/>'.repeat(20_000))).toBeNull();
    expect(clean('<g>'.repeat(100) + '</g>'.repeat(100))).toBeNull();
    expect(clean('<g/>'.repeat(19_000))).not.toBeNull();
  });
});

describe('the work of drawing', () => {
  const levels = (reference: (target: string) => string): string =>
    '<rect id="l0"/>' +
    Array.from({ length: 10 }, (_, n) => `<g id="l${n + 1}">${reference(`l${n}`).repeat(10)}</g>`).join('');
  const drawable = (inside: string): boolean => isDrawable(`${OPEN}${inside}</svg>`);

  it('is bounded for gradients, clips and symbols that are used a few times', () => {
    const style = '<style>.a{fill:url(#g)}.b{clip-path:url(#c)}</style>';
    const parts =
      '<linearGradient id="g"/><clipPath id="c"><rect class="x"/></clipPath><g id="s"><path class="a"/></g>';
    expect(drawable(style + parts + '<use href="#s" class="b"/>'.repeat(100))).toBe(true);
  });

  it.each([
    ['uses of uses', levels((target) => `<use xlink:href="#${target}"/>`)],
    ['patterns of patterns', levels((target) => `<rect fill="url(#${target})"/>`)],
    ['styles of styles', levels((target) => `<rect style="mask:url('#${target}')"/>`)],
    [
      'a long chain of uses',
      '<g id="u0"/>' +
        Array.from({ length: 9_000 }, (_, n) => `<g id="u${n + 1}"><use href="#u${n}"/></g>`)
          .toReversed()
          .join(''),
    ],
    ['a use of itself', '<g id="a"><use href="#a"/></g>'],
    ['two uses of each other', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
    [
      'a class that refers to what has it',
      '<style>.a{fill:url(#p)}</style><pattern id="p"><rect class="a"/></pattern>',
    ],
    ['a rule for everything', '<style>rect{fill:url(#p)}</style><pattern id="p"><rect/></pattern>'],
  ])('is not for %s', (_, inside) => {
    expect(drawable(inside)).toBe(false);
  });

  it('needs a size', () => {
    expect(hasSize(OPEN)).toBe(true);
    expect(hasSize('<svg width="10" height="2.5mm">')).toBe(true);
    expect([hasSize('<svg width="10">'), hasSize('<svg width="100%" height="100%">')]).toEqual([false, false]);
  });
});
