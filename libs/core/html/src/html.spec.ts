import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Html, html, pageOf, pagePolicy, PageStyle } from './index.js';

const STYLE = new PageStyle('main{color:red}');

describe('html', () => {
  it('puts strings in as text, in elements and attributes', () => {
    expect(html`<a href="${'"><script>'}">${"<b>'&"}</a>`.text).toBe(
      '<a href="&quot;&gt;&lt;script&gt;">&lt;b&gt;&#39;&amp;</a>',
    );
  });

  it('puts in HTML as it is, and nothing for what is absent', () => {
    const items = [html`<li>${'<'}</li>`, new Html('<hr>')];
    expect(html`${items}${undefined}${new Html('<br>')}`.text).toBe('<li>&lt;</li>\n<hr><br>');
  });
});

describe('a page', () => {
  const text = pageOf({ title: '</title><script>', body: html`<p>a</p>`, style: STYLE, language: 'pt' });

  it('has its language, title and body', () => {
    expect(text).toMatch(/^<!doctype html>\n<html lang="pt">/);
    expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>');
    expect(text).toContain('<main>\n<p>a</p>\n</main>');
  });

  it('has the style that its policy names', () => {
    const [, css = ''] = /<style>([^]*)<\/style>/.exec(text) ?? [];
    const hash = createHash('sha256').update(css).digest('base64');
    expect(pagePolicy({ style: STYLE })).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
  });

  it('may run the script that is named, and lead to the origins and schemes of its destinations', () => {
    const destinations = ['https://a.test/x?y', 'https://a.test/', 'app.native:/z', 'no address', undefined];
    const policy = pagePolicy({ style: STYLE, destinations, script: "'sha256-x'" });
    expect(policy).toContain("; script-src 'sha256-x'; form-action 'self' https://a.test app.native:; base-uri");
  });
});
