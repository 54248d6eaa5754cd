import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domainOf, parseMailbox, quote } from './mailbox.js';

describe('parseMailbox', () => {
  it.each([
    ['user@example.test', { address: 'user@example.test', smtpUtf8: false }],
    ['<user@example.test>', { address: 'user@example.test', smtpUtf8: false }],
    ['  User.Name+tag@Example.TEST ', { address: 'User.Name+tag@example.test', smtpUtf8: false }],
    ['Jane Doe <jane@example.test>', { name: 'Jane Doe', address: 'jane@example.test', smtpUtf8: false }],
    ['"Doe, Jane" <jane@example.test>', { name: 'Doe, Jane', address: 'jane@example.test', smtpUtf8: false }],
    [
      '"a \\"b\\" \\\\ <c>" <jane@example.test>',
      { name: 'a "b" \\ <c>', address: 'jane@example.test', smtpUtf8: false },
    ],
    ['J. R. Doe <jane@example.test>', { name: 'J. R. Doe', address: 'jane@example.test', smtpUtf8: false }],
    ['João Ção <joao@example.test>', { name: 'João Ção', address: 'joao@example.test', smtpUtf8: false }],
    ['=?UTF-8?Q?Jo=C3=A3o?= <j@example.test>', { name: 'João', address: 'j@example.test', smtpUtf8: false }],
    [
      '=?utf-8?B?Sm/Do28=?= =?utf-8?Q?_C?= <j@example.test>',
      { name: 'João C', address: 'j@example.test', smtpUtf8: false },
    ],
    ['jane@example.test (at (home) work)', { address: 'jane@example.test', smtpUtf8: false }],
    ['user@bücher.test', { address: 'user@xn--bcher-kva.test', smtpUtf8: false }],
    ['用户@example.test', { address: '用户@example.test', smtpUtf8: true }],
    ['"john"@example.test', { address: 'john@example.test', smtpUtf8: false }],
    ['"john doe"@example.test', { address: '"john doe"@example.test', smtpUtf8: false }],
    ['"" <a@example.test>', { address: 'a@example.test', smtpUtf8: false }],
  ])('reads %s', (text, expected) => {
    expect(parseMailbox(text)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    'user',
    '@example.test',
    'user@',
    'user@localhost',
    'user@-bad.test',
    'user@bad-.test',
    'user@a..test',
    'user@.test',
    'user@example.test.',
    'user@[192.0.2.1]',
    'user@192.0.2.1',
    'user@0x7f.1',
    'user@ex%61mple.test',
    'user@under_score.test',
    'user@１２７.０.０.１',
    '.user@example.test',
    'us..er@example.test',
    'user.@example.test',
    'us er@example.test',
    'a@b@example.test',
    'user@example.test, other@example.test',
    'friends: a@example.test;',
    '<@relay.test:user@example.test>',
    'Jane <jane@example.test> x',
    'Jane <<jane@example.test>>',
    '"open <jane@example.test>',
    'jane@example.test (open',
    'user@example.test\r\nBcc: x@y.test',
    'user\0@example.test',
    'us\u200ber@example.test',
    'u\u00a0ser@example.test',
    '\ud800@example.test',
    `${'a'.repeat(65)}@example.test`,
    `${'é'.repeat(33)}@example.test`,
    `a@${'a'.repeat(64)}.test`,
    `${'a'.repeat(64)}@${'b.'.repeat(95)}test`,
    `${'a'.repeat(2000)}@example.test`,
  ])('rejects %j', (text) => {
    expect(parseMailbox(text)).toBeNull();
  });

  it('accepts a local part of 64 octets and an address of 254', () => {
    const longest = `${'a'.repeat(64)}@${'b.'.repeat(92)}test1`;
    expect(longest).toHaveLength(254);
    expect(parseMailbox(longest)?.address).toBe(longest);
  });

  it('returns any display name that was quoted', () => {
    const name = fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.replace(/[\p{C}\p{Z}]/gu, ' ').trim());
    fc.assert(
      fc.property(name, (text) => {
        expect(parseMailbox(`${quote(text)} <a@example.test>`)?.name ?? '').toBe(text);
      }),
    );
  });

  it('never throws, and never returns a control character', () => {
    const nearly = fc.array(
      fc.constantFrom('"', '\\', '<', '>', '@', '(', ')', ',', '.', 'a', 'é', '\r\n', '\0', ' ', 'x.test'),
    );
    fc.assert(
      fc.property(nearly, (pieces) => {
        const mailbox = parseMailbox(pieces.join(''));
        // eslint-disable-next-line no-control-regex -- looking for control characters
        if (mailbox) expect(`${mailbox.name ?? ''}${mailbox.address}`).not.toMatch(/[\0-\x1f]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('domainOf', () => {
  it('is what follows the last @, in lower case', () => {
    expect(domainOf('user@Example.TEST')).toBe('example.test');
    expect(domainOf('"a@b"@example.test')).toBe('example.test');
    expect(domainOf('')).toBe('');
  });
});

describe('a name as people write it', () => {
  it.each([
    ["O'Brien & Sons, Inc. <hello@acme.test>", "O'Brien & Sons, Inc."],
    ['Jörg (Sales) <hello@acme.test>', 'Jörg (Sales)'],
    ['"Quoted, Name" <hello@acme.test>', 'Quoted, Name'],
    ['Team: Ana <hello@acme.test>', 'Team: Ana'],
    ['Ana; Bob <hello@acme.test>', 'Ana; Bob'],
    ['[Acme] Sales <hello@acme.test>', '[Acme] Sales'],
    ['(Sales) <hello@acme.test>', '(Sales)'],
    ['"Doe, Jane" (Sales) <hello@acme.test>', 'Doe, Jane (Sales)'],
    ['Ana "Nina" Silva <hello@acme.test>', 'Ana "Nina" Silva'],
    ['Zoë ‘Zo’ 😀, Ltd. <hello@acme.test>', 'Zoë ‘Zo’ 😀, Ltd.'],
  ])('is kept whole: %s', (text, name) => {
    expect(parseMailbox(text)).toMatchObject({ name, address: 'hello@acme.test' });
  });

  it.each([
    'a@acme.test, Ana <hello@acme.test>',
    'a@acme.test <hello@acme.test>',
    'Jörg (<x>) <hello@acme.test>',
    'A\\B <hello@acme.test>',
  ])('is none that may be several mailboxes: %s', (text) => expect(parseMailbox(text)).toBeNull());
});
