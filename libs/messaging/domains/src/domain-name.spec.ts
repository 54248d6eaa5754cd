import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMailbox } from '#libs/mail/email';
import { DOMAIN_NAME_MAX, toDomainName } from './domain-name.js';

describe('toDomainName', () => {
  it.each([
    ['Mail.Example.COM', 'mail.example.com'],
    ['example.com.', 'example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah'],
    ['shop.test', 'shop.test'],
  ])('reads %s as %s', (text, name) => {
    expect(toDomainName(text)).toBe(name);
  });

  it.each([
    '',
    '.',
    'localhost',
    'com.',
    'example..com',
    '.example.com',
    'example.com..',
    '10.0.0.1',
    '0x7f.1',
    '[::1]',
    '2001:db8::1',
    '-a.example',
    'a-.example',
    'under_score.example',
    'two words.example',
    'x@example.com',
    'example.com (note)',
    'https://example.com',
    'exam%70le.com',
    'example.com:25',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(111)}example`,
  ])('refuses %j', (text) => {
    expect(toDomainName(text)).toBeNull();
  });

  it('leaves what it has read as it is, with room for a selector, and as senders are read', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.string({ unit: 'grapheme' })), (text) => {
        const name = toDomainName(text);
        if (name === null) return;
        expect(toDomainName(name)).toBe(name);
        expect(name.length).toBeLessThanOrEqual(DOMAIN_NAME_MAX);
        expect(parseMailbox(`someone@${name.toUpperCase()}`)?.address).toBe(`someone@${name}`);
      }),
    );
  });
});
