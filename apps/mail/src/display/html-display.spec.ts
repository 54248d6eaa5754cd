import fc from 'fast-check';
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { HOSTILE_HTML } from './hostile-html.fixture.js';
import { HtmlDisplay } from './html-display.js';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const display = new HtmlDisplay();
const inline = new Map([['logo@x', '/mailboxes/m/messages/1/attachments/2']]);
const shown = (html: string, images = false) => display.sanitise(html, { images, inline }).html;

function elementsOf(node: Node): Element[] {
  const own = 'tagName' in node ? [node] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap(elementsOf) : [])];
}

const SAFE_TAGS = /^(?:html|head|body|[a-z][a-z0-9]*)$/;
const RUNNING =
  /^(?:script|style|iframe|object|embed|svg|math|form|input|button|select|textarea|meta|link|base|template)$/;

/** Lists the parts of the HTML that a browser would run, send or load. */
function dangersOf(html: string): string[] {
  return elementsOf(parse(html)).flatMap(({ tagName, attrs }) => [
    ...(RUNNING.test(tagName) || !SAFE_TAGS.test(tagName) ? [tagName] : []),
    ...attrs.flatMap(({ name, value }) => {
      if (/^on|^(?:srcset|srcdoc|action|formaction|ping|id|name|class|poster|data)$/.test(name)) return [name];
      if (name === 'href') return /^(?:https?:\/\/|mailto:|tel:)/.test(value) ? [] : [value];
      if (name === 'src' || name === 'background')
        return /^(?:\/mailboxes\/|data:image\/png)/.test(value) ? [] : [value];
      return name === 'style' && /position|url\(|\\|@|expression|var\(/i.test(value) ? [value] : [];
    }),
  ]);
}

describe('HTML that is shown', () => {
  it.each(HOSTILE_HTML.map((html) => [html.slice(0, 120), html]))('is safe: %s', (_name, html) => {
    const once = shown(html);
    expect(dangersOf(once)).toEqual([]);
    expect(shown(once)).toBe(once);
  });

  it('is safe whatever hostile parts stand in and after each other', () => {
    const part = fc.constantFrom(
      ...HOSTILE_HTML,
      '<p title="',
      '">',
      '<!--',
      '-->',
      '</',
      "'",
      '<table>',
      '<a ',
      '&lt;',
      '\0',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 6 }), fc.nat(40), (parts, cut) => {
        const html = parts
          .map((text, index) => (index % 2 ? text : text.slice(0, text.length - (cut % text.length))))
          .join('');
        expect(dangersOf(shown(html))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what text, tables and styles look like', () => {
    const html =
      '<table width="600" bgcolor="#ffffff" cellpadding="0"><tbody><tr><td align="center" style="padding:4px 2px;color:#333;' +
      "font-family:'Open Sans',Arial\"><h1>Hi</h1><p>a <b>b</b><br />c</p></td></tr></tbody></table>";
    expect(shown(html)).toBe(html.replace("'Open Sans'", '&#39;Open Sans&#39;').replaceAll('&#39;', "'"));
  });

  it('opens links outside, and has no relative ones', () => {
    expect(shown('<a href="https://a.test/?b=1&amp;c=2" target=_self rel=opener>x</a>')).toBe(
      '<a href="https://a.test/?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">x</a>',
    );
    expect(shown('<a href="mailto:ana@x.test">x</a>')).toContain('href="mailto:ana@x.test"');
    for (const href of ['/api/logout', '#top', 'a.html', '?x', 'ftp://a.test', ''])
      expect(shown(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
  });

  it('has images of other servers only if asked', () => {
    const html =
      '<img src="https://a.test/1.png" width="10"><p style="color:red;background:#fff url(http://a.test/2.png)">x</p>';
    expect(display.sanitise(html, { images: false })).toEqual({
      html: '<img width="10" /><p style="color:red;background:#fff">x</p>',
      hasRemoteImages: true,
      isClipped: false,
    });
    const asked = display.sanitise(html, { images: true });
    expect(asked.hasRemoteImages).toBe(false);
    expect(asked.html).toContain('src="https://a.test/1.png"');
    expect(asked.html).toContain('url(&quot;http://a.test/2.png&quot;)');
    expect(asked.html).toContain('referrerpolicy="no-referrer"');
    expect(shown('<img srcset="https://a.test/s.png 1x, https://a.test/t.png 2x">', true)).toContain(
      '"https://a.test/s.png"',
    );
  });

  it('has the images that came with it', () => {
    const address = inline.get('logo@x')!;
    expect(shown('<img src="cid:logo@x">')).toContain(`src="${address}"`);
    expect(shown('<img src="CID:logo%40x">')).toContain(`src="${address}"`);
    expect(shown('<td background="cid:logo@x" style="background:url(cid:logo@x)">')).toContain(
      `url(&quot;${address}&quot;)`,
    );
    expect(display.sanitise('<img src="cid:none">', { images: true, inline }).html).toBe('<img />');
    expect(shown('<img src="data:image/png;base64,iVBORw0KGgo=">')).toContain('data:image/png;base64,iVBORw0KGgo=');
    expect(shown('<img src="data:image/svg+xml;base64,PHN2Zz4=">')).toBe('<img />');
  });

  it('has the text of what is nested too deep', () => {
    const html = shown(`${'<div>'.repeat(5_000)}deep${'</div>'.repeat(5_000)}after`);
    expect(html).toContain('deep');
    expect(html.match(/<div>/g)).toHaveLength(200);
    expect(html.match(/<\/div>/g)).toHaveLength(200);
    expect(html).toContain('after');
  });

  it('has all paragraphs and rows that nobody closed', () => {
    const html = shown(`${'<p>x'.repeat(1_000)}<table>${'<tr><td>1<td>2'.repeat(1_000)}</table>`);
    expect(html.match(/<p>/g)).toHaveLength(1_000);
    expect(html.match(/<td>/g)).toHaveLength(2_000);
  });

  it.each([
    ['tags in each other', '<b>'.repeat(1_700_000)],
    ['tags that close nothing', `${'<b>'.repeat(800_000)}${'</i>'.repeat(600_000)}`],
    ['angle brackets', '<'.repeat(5_000_000)],
    ['tags that appear when comments go', '<<!---->b>'.repeat(500_000)],
    ['attributes', `<p ${'a=1 '.repeat(1_200_000)}>`],
    ['styles that are not closed', `<p style="${'background:url( '.repeat(300_000)}">`.repeat(1)],
    ['a table', '<tr><td style="padding:1px">x</td></tr>'.repeat(125_000)],
    ['an attribute without an end', `<a title="${'x'.repeat(5_000_000)}`],
    ['comments', '<!--'.repeat(1_250_000)],
  ])('is clipped, in bounded time, if it is 5 MB of %s', (_name, html) => {
    const started = performance.now();
    const { isClipped, html: safe } = display.sanitise(html, { images: false });
    expect(isClipped).toBe(true);
    expect(safe.length).toBeLessThan(4 * 1024 * 1024);
    // Half a second on an idle machine; a parser without bounds takes minutes.
    expect(performance.now() - started).toBeLessThan(patient(10_000));
  });
});
