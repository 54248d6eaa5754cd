import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { headerLines, mailWith } from '../../test-support/messages.js';
import { hasHeaderInjection } from './header.js';
import { InvalidMail } from './invalid-mail.js';
import { buildMessage } from './message.js';
import type { OutgoingMail } from './message.js';

/** Usual text, and any other string without control characters. */
const words = fc.string({
  unit: fc.constantFrom(
    'a',
    'Z',
    ' ',
    ' ',
    '.',
    '=',
    '?',
    '_',
    '=?',
    '?=',
    '"',
    '\\',
    ',',
    '<',
    '@',
    'ç',
    'ß',
    '日',
    '🙂',
    '\u0301',
  ),
  maxLength: 150,
});
/** Not empty, because the oracle reads a line break into an empty part. */
const text = fc.string({
  minLength: 1,
  unit: fc.constantFrom(
    'a',
    'bc',
    ' ',
    '.',
    '\n.',
    '\n',
    '\n\n',
    '\r\n',
    '=',
    '\t',
    '--',
    'From ',
    'é',
    '漢',
    '🙂',
    'x'.repeat(70),
  ),
  maxLength: 80,
});

function structure(message: Buffer): string[] {
  return [...message.toString().matchAll(/^Content-Type: ([^;\r]+)/gm)].map((match) => match[1]!);
}

function expectWellFormed(message: Buffer): void {
  const whole = message.toString('latin1');
  expect(whole.endsWith('\r\n')).toBe(true);
  expect(whole).toMatch(/^(?:[^\r\n]|\r\n)*$/);
  expect(whole).toMatch(/^[\0-\x7f]*$/);
  expect(Math.max(...whole.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
}

async function parse(mail: OutgoingMail) {
  const message = buildMessage(mail);
  expectWellFormed(message);
  return simpleParser(message, { skipTextToHtml: true, skipHtmlToText: true, skipImageLinks: true });
}

function withLf(value: string): string {
  return value.replace(/\r\n|\r/g, '\n');
}

describe('buildMessage', () => {
  it('writes a plain message without encodings', () => {
    expect(buildMessage(mailWith()).toString()).toBe(
      [
        'From: Acme <hello@acme.test>',
        'To: user@example.test',
        'Subject: Hello',
        'Message-ID: <msg_0001@acme.test>',
        'Date: Sun, 01 Mar 2026 10:20:30 +0000',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        '',
        'Hello, world',
        '',
      ].join('\r\n'),
    );
  });

  it('nests alternative, related and mixed only if there are parts for them', () => {
    const content = Buffer.from('x');
    const logo = { fileName: 'logo.png', contentType: 'image/png', contentId: 'logo', content };
    const file = { fileName: 'a.pdf', contentType: 'application/pdf', content };
    const both = { text: 'a', html: '<p>a</p>' };
    expect(structure(buildMessage(mailWith({ text: undefined })))).toEqual(['text/plain']);
    expect(structure(buildMessage(mailWith({ text: undefined, html: 'a' })))).toEqual(['text/html']);
    expect(structure(buildMessage(mailWith(both)))).toEqual(['multipart/alternative', 'text/plain', 'text/html']);
    expect(structure(buildMessage(mailWith({ text: undefined, attachments: [file] })))).toEqual(['application/pdf']);
    expect(structure(buildMessage(mailWith({ ...both, attachments: [logo, file] })))).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ]);
  });

  it('shows an invitation as the last form of the text, and keeps it as a file', () => {
    const content = Buffer.from('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    const invitation = { fileName: 'invite.ics', contentType: 'text/calendar; charset=utf-8; method=REQUEST', content };
    const raw = buildMessage(mailWith({ text: 'a', html: '<p>a</p>', attachments: [invitation] }));
    expect(structure(raw)).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'text/html',
      'text/calendar',
      'text/calendar',
    ]);
    const [, form, file] = raw.toString().split('Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n');
    expect(form).toMatch(/^Content-Transfer-Encoding: base64\r\n\r\n/);
    expect(form).not.toContain('Content-Disposition');
    expect(file).toMatch(/Content-Disposition: attachment;\s+filename=invite\.ics/);
    for (const encoded of [form, file]) expect(encoded).toContain(content.toString('base64').slice(0, 40));
  });

  it('shows an invitation whose method stands in the calendar alone', () => {
    const content = Buffer.from('BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n');
    const attachment = { fileName: 'invite.ics', contentType: 'text/calendar', content };
    const raw = buildMessage(mailWith({ text: 'a', attachments: [attachment] })).toString();
    expect(raw).toContain(
      'Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\nContent-Transfer-Encoding: base64\r\n\r\n',
    );
    expect(raw).toContain('Content-Disposition: attachment');
  });

  it('shows one invitation, and no other calendar', () => {
    const ics = (contentType: string) => ({ fileName: 'a.ics', contentType, content: Buffer.from('x') });
    const structureWith = (...types: string[]) =>
      structure(buildMessage(mailWith({ text: undefined, html: 'a', attachments: types.map(ics) })));
    expect(structureWith('text/calendar')).toEqual(['multipart/mixed', 'text/html', 'text/calendar']);
    expect(structureWith('text/calendar; method="cancel"', 'text/calendar; method=REQUEST')).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/html',
      'text/calendar',
      'text/calendar',
      'text/calendar',
    ]);
    expect(
      structure(buildMessage(mailWith({ text: undefined, attachments: [ics('text/calendar; method=REQUEST')] }))),
    ).toEqual(['text/calendar']);
  });

  it('keeps addresses, names and dates', async () => {
    const mail = await parse(
      mailWith({
        from: '"Comércio, Ltda." <oi@acme.test>',
        to: ['Jane "J" Doe <jane@example.test>', 'plain@example.test'].map((address) => address.replaceAll('"', '')),
        cc: ['日本語の名前 <ja@example.test>'],
        replyTo: ['"quoted \\"name\\"" <r@example.test>'],
      }),
    );
    expect(mail.from?.value).toEqual([{ name: 'Comércio, Ltda.', address: 'oi@acme.test' }]);
    expect(mail.to?.value).toEqual([
      { name: 'Jane J Doe', address: 'jane@example.test' },
      { name: '', address: 'plain@example.test' },
    ]);
    expect(mail.cc?.value).toEqual([{ name: '日本語の名前', address: 'ja@example.test' }]);
    expect(mail.replyTo?.value).toEqual([{ name: 'quoted "name"', address: 'r@example.test' }]);
    expect(mail.messageId).toBe('<msg_0001@acme.test>');
    expect(mail.date).toEqual(new Date('2026-03-01T10:20:30Z'));
  });

  it('keeps any subject', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (subject) => {
        const parsed = await parse(mailWith({ subject }));
        expect((parsed.subject ?? '').replace(/ +/g, ' ')).toBe(subject.trim().replace(/ +/g, ' '));
      }),
      { numRuns: 300 },
    );
  });

  it('folds at spaces, and encodes words that are longer than a line', () => {
    const folded = buildMessage(mailWith({ subject: 'A subject with spaces '.repeat(20) }));
    const encoded = buildMessage(mailWith({ subject: 'x'.repeat(1500) }));
    const japanese = buildMessage(
      mailWith({ subject: '日本語'.repeat(100), to: Array(30).fill('Ação <a@example.test>') }),
    );
    for (const message of [folded, encoded, japanese]) {
      for (const line of headerLines(message)) expect(line.length).toBeLessThanOrEqual(78);
    }
    expect(headerLines(folded).join('')).not.toContain('=?');
    expect(headerLines(encoded).join('')).toContain('=?UTF-8?Q?xxx');
  });

  it.each(['日本語'.repeat(100), 'x'.repeat(90), `https://example.test/${'x'.repeat(200)} is new`, 'ã'.repeat(99)])(
    'begins a long subject in the line of its name: %s',
    (subject) => {
      const message = buildMessage(mailWith({ subject, from: `${'Ação '.repeat(40)}<a@example.test>` }));
      expect(message.toString()).not.toMatch(/^[\w-]+:\r\n/m);
    },
  );

  it('keeps any display name', async () => {
    await fc.assert(
      fc.asyncProperty(words, async (name) => {
        const quoted = `"${name.replace(/["\\]/g, '\\$&')}" <a@example.test>`;
        const parsed = await parse(mailWith({ to: [quoted] }));
        expect(parsed.to?.value[0]?.address).toBe('a@example.test');
        expect(parsed.to?.value[0]?.name.replace(/\s+/g, ' ')).toBe(name.trim().replace(/\s+/g, ' '));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps any text and HTML: long lines, dots, spaces at line ends, every script', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, async (plain, html) => {
        const parsed = await parse(mailWith({ text: plain, html }));
        expect(withLf(parsed.text ?? '')).toBe(withLf(plain));
        expect(withLf(parsed.html || '')).toBe(withLf(html));
      }),
      { numRuns: 300 },
    );
  });

  it('wraps quoted-printable and base64 at 76 characters', () => {
    const quoted = buildMessage(mailWith({ text: `${'linha é longa '.repeat(200)} \t\n = \n` }));
    const base64 = buildMessage(mailWith({ text: '漢字かな'.repeat(500) }));
    expect(quoted.toString()).toContain('Content-Transfer-Encoding: quoted-printable');
    expect(base64.toString()).toContain('Content-Transfer-Encoding: base64');
    for (const message of [quoted, base64]) {
      const [, body = ''] = message.toString().split('\r\n\r\n');
      for (const line of body.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76);
    }
  });

  it('keeps attachments byte for byte, with names in any script', async () => {
    const file = fc.record({
      fileName: words.filter((name) => name.trim() !== ''),
      content: fc.uint8Array({ maxLength: 400 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
        const attachments = files.map(({ fileName, content }) => ({
          fileName,
          contentType: 'application/octet-stream',
          content: Buffer.from(content),
        }));
        const parsed = await parse(mailWith({ attachments }));
        expect(parsed.attachments.map(({ filename, content }) => [filename?.trim(), content.toString('hex')])).toEqual(
          attachments.map(({ fileName, content }) => [fileName.trim(), content.toString('hex')]),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('puts inline parts with a content id beside the HTML', async () => {
    const content = Buffer.from('89504e47', 'hex');
    const attachments = [{ fileName: 'logo.png', contentType: 'image/png', contentId: '<logo@acme.test>', content }];
    const parsed = await parse(mailWith({ html: '<img src="cid:logo@acme.test">', attachments }));
    expect(parsed.attachments[0]).toMatchObject({ cid: 'logo@acme.test', related: true, contentDisposition: 'inline' });
  });

  it('sends an attached message unencoded, or as a file if that is impossible', () => {
    const enclosed = (content: string): string =>
      buildMessage(
        mailWith({
          attachments: [{ fileName: 'm.eml', contentType: 'message/rfc822', content: Buffer.from(content) }],
        }),
      ).toString();
    expect(enclosed('Subject: a\r\n\r\nb\r\n')).toContain(
      'Content-Type: message/rfc822\r\nContent-Transfer-Encoding: 7bit',
    );
    expect(enclosed('Subject: é\r\n\r\nb\r\n')).toContain('Content-Type: application/octet-stream');
  });

  it('writes the headers of the sender', async () => {
    const headers = {
      'List-Unsubscribe': `<https://example.test/${'u'.repeat(90)}>, <mailto:u@example.test>`,
      'X-Note': 'Olá',
    };
    const parsed = await parse(mailWith({ headers }));
    expect(parsed.headers.get('x-note')).toBe('=?UTF-8?B?T2zDoQ==?=');
    expect(buildMessage(mailWith({ headers })).toString()).toContain('<https://example.test/uuu');
  });

  it('writes an address with a local part outside ASCII as UTF-8', () => {
    const message = buildMessage(mailWith({ to: ['用户@example.test'] }));
    expect(message.toString('utf8')).toContain('To: 用户@example.test\r\n');
  });

  it.each<[string, Partial<OutgoingMail>]>([
    ['subject', { subject: 'a\r\nBcc: x@y.test' }],
    ['subject', { subject: 'a\nb' }],
    ['subject', { subject: 'a\0b' }],
    ['from', { from: 'A <a@b.test>\r\nBcc: x@y.test' }],
    ['from', { from: '"a\nb" <a@b.test>' }],
    ['to[1]', { to: ['a@b.test', 'nonsense'] }],
    ['cc[0]', { cc: ['a@b.test\rX: y'] }],
    ['replyTo[0]', { replyTo: [''] }],
    ['messageId', { messageId: 'a@b>\r\nX: y' }],
    ['messageId', { messageId: 'no-domain' }],
    ['date', { date: new Date(Number.NaN) }],
    ['headers.X-A', { headers: { 'X-A': 'a\r\n b' } }],
    ['headers.X A', { headers: { 'X A': 'a' } }],
    ['headers.X:A', { headers: { 'X:A': 'a' } }],
    ['headers.subject', { headers: { subject: 'second' } }],
    ['headers.Content-Type', { headers: { 'Content-Type': 'text/html' } }],
    ['headers.DKIM-Signature', { headers: { 'DKIM-Signature': 'v=1' } }],
    ['attachments[0].fileName', { attachments: [attachmentWith({ fileName: 'a"\r\nX: y' })] }],
    ['attachments[0].contentType', { attachments: [attachmentWith({ contentType: 'text/plain\r\nX: y' })] }],
    ['attachments[0].contentType', { attachments: [attachmentWith({ contentType: 'nonsense' })] }],
    ['attachments[0].contentId', { attachments: [attachmentWith({ contentId: 'a b' })] }],
  ])('rejects an invalid %s', (field, changes) => {
    expect(() => buildMessage(mailWith(changes))).toThrow(expect.objectContaining({ name: 'InvalidMail', field }));
    expect(() => buildMessage(mailWith(changes))).toThrow(InvalidMail);
  });
});

function attachmentWith(changes: object) {
  return { fileName: 'a.txt', contentType: 'text/plain', content: Buffer.from('a'), ...changes };
}

describe('hasHeaderInjection', () => {
  it('finds CR, LF and NUL anywhere', () => {
    expect(['a\rb', 'a\n', '\0'].every(hasHeaderInjection)).toBe(true);
    expect(['', 'a b', 'ç\t'].some(hasHeaderInjection)).toBe(false);
  });
});
