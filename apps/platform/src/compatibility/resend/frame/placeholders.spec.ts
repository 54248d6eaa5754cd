import { describe, expect, it } from 'vitest';
import { LiquidRenderer } from '../../../templates/rendering/liquid-renderer.js';
import { broadcastToLiquid, templateToLiquid } from './placeholders.js';

const renderer = new LiquidRenderer();

/** The text that Liquid makes of a part. */
function rendered(text: string, data: object): string | null | undefined {
  const outcome = renderer.render({ subject: null, html: null, text }, data);
  return 'parts' in outcome ? outcome.parts.text : outcome.fault.kind;
}

describe('placeholders of a broadcast', () => {
  it.each([
    ['Hi {{{FIRST_NAME|there}}}!', { first_name: 'Ana' }, 'Hi Ana!'],
    ['Hi {{{FIRST_NAME|there}}}!', {}, 'Hi there!'],
    ['Hi {{{ FIRST_NAME | dear friend }}}!', {}, 'Hi dear friend!'],
    ['Hi {{{LAST_NAME}}}!', {}, 'Hi !'],
    ['{{{contact.first_name|you}}}, {{{contact.city|here}}}', { city: 'Porto' }, 'you, Porto'],
    ['{{{EMAIL}}}', { email: 'ana@example.test' }, 'ana@example.test'],
    ['{{{company_name|Acme "Inc"}}}', {}, 'Acme "Inc"'],
    [String.raw`{{{path|C:\new}}}`, {}, String.raw`C:\new`],
    ['{{{RESEND_UNSUBSCRIBE_URL}}}', { unsubscribe_url: 'https://x.test' }, 'https://x.test'],
    ['{{ first_name | upcase }}', { first_name: 'Ana' }, 'ANA'],
  ])('%s', (part, data, text) => {
    expect(rendered(broadcastToLiquid(part, 'text'), data)).toBe(text);
  });

  it('have no fallback with both quotation marks', () => {
    expect(() => broadcastToLiquid(`{{{a|"it's"}}}`, 'html')).toThrow(/html has a fallback/);
  });
});

describe('placeholders of a template', () => {
  const fallbacks = new Map<string, string | number | null>([
    ['PRODUCT', 'item'],
    ['PRICE', 20],
    ['ORDER', null],
  ]);

  it.each([
    ['{{{PRODUCT}}} for {{{PRICE}}}', {}, 'item for 20'],
    ['{{{PRODUCT}}} for {{{PRICE}}}', { PRODUCT: 'Tea', PRICE: 3 }, 'Tea for 3'],
    ['{{{PRODUCT|thing}}}', {}, 'thing'],
    ['{{{ORDER}}}', { ORDER: 7 }, '7'],
    ['{{{ORDER}}}', {}, 'missing'],
    ['{{{RESEND_UNSUBSCRIBE_URL}}}', { unsubscribe_url: 'https://x.test' }, 'https://x.test'],
  ])('%s', (part, data, text) => {
    expect(rendered(templateToLiquid(part, 'text', fallbacks), data)).toBe(text);
  });
});
