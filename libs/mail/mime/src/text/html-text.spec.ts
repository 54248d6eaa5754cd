import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { htmlToText, textBeside } from './html-text.js';

const withLinks = (html: string, maxLength = 10_000) => htmlToText(html, maxLength, { links: true });

describe('the text of HTML', () => {
  it('has blocks on lines of their own, and nothing of styles', () => {
    expect(htmlToText('<style>p{}</style><h1>News</h1><p>One&nbsp;&amp; two</p>', 100)).toBe('News\nOne & two');
  });

  it('has no addresses of links unless they are asked for', () => {
    expect(htmlToText('<a href="https://shop.test/">Shop</a>', 100)).toBe('Shop');
  });

  it.each([
    [
      '<p>See <a class="b" href="https://shop.test/?a=1&amp;b=2">our shop</a>.</p>',
      'See our shop (https://shop.test/?a=1&b=2).',
    ],
    ['<a href=https://shop.test/>https://shop.test/</a>', 'https://shop.test/'],
    ['<a href="mailto:a@shop.test"><b>Write</b></a> <a href="#top">up</a>', 'Write (mailto:a@shop.test) up'],
    ['<a href="javascript:alert(1)">x</a>', 'x'],
    ['<a href="https://shop.test/"><img src="https://shop.test/a.png"></a>', '(https://shop.test/)'],
    [
      '<a href="https://one.test/">one<a href="https://two.test/">two</a>',
      'one (https://one.test/)two (https://two.test/)',
    ],
    ['<p href="https://shop.test/">no link</p>', 'no link'],
    ['<p>Now<img src="a.png" alt="50% off &amp; more"><img src="b.png" alt=""></p>', 'Now 50% off & more'],
  ])('has them where they are: %s', (html, text) => {
    expect(withLinks(html)).toBe(text);
  });

  it.each([`<a href="https://shop.test/${'x'.repeat(50)}">y`, '<', '<p>', '&nbsp;', 'a<b>', '<a href=', '&'])(
    'is read in linear time, whatever is in it: %s',
    (unit) => {
      const html = unit.repeat(2_000_000 / unit.length);
      const started = performance.now();
      expect(withLinks(html, 2_000_000).length).toBeLessThanOrEqual(2_000_000);
      expect(performance.now() - started).toBeLessThan(patient(5_000));
    },
  );
});

describe('the text of a mail that is sent', () => {
  it.each([
    ['the one given', { text: 'Hi', html: '<p>Hello</p>' }, 'Hi'],
    [
      'that of its HTML, if there is none',
      { html: '<p>Hello</p><a href="https://x.test">us</a>' },
      'Hello\nus (https://x.test)',
    ],
    ['that of its HTML, if it is blank', { text: ' \n', html: '<p>Hello</p>' }, 'Hello'],
    ['the one given, without HTML', { text: 'Hi' }, 'Hi'],
    ['none, if there is nothing to read', { html: '<img src="a.png">' }, undefined],
  ])('is %s', (_what, mail, text) => {
    expect(textBeside(mail)).toBe(text);
  });
});
