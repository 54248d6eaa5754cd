import { describe, expect, it } from 'vitest';
import { completeRawMessage, rawAuthor, readRawMessage, type RawCompletion } from './raw-message.js';

const COMPLETION: RawCompletion = {
  from: 'Ana <ana@shop.test>',
  messageId: 'new@shop.test',
  date: new Date('2026-01-02T03:04:05Z'),
  removes: ({ name }) => name === 'bcc',
};
const BODY = '\r\nHello\r\n\r\nBcc: not a header\r\n';

const complete = (message: string | Buffer, changes: Partial<RawCompletion> = {}) =>
  completeRawMessage(Buffer.from(message), { ...COMPLETION, ...changes }).toString('latin1');

describe('a message that somebody else wrote', () => {
  it('gets what it lacks, and keeps its body byte for byte', () => {
    expect(complete(`Subject: Hi\r\n there\r\n${BODY}`)).toBe(
      'From: Ana <ana@shop.test>\r\nTo: undisclosed-recipients:;\r\nMessage-ID: <new@shop.test>\r\n' +
        `Date: Fri, 02 Jan 2026 03:04:05 +0000\r\nMIME-Version: 1.0\r\nSubject: Hi\r\n there\r\n${BODY}`,
    );
  });

  it('keeps what it has, but for what is removed or replaced', () => {
    const kept =
      'message-id: <a@b>\r\nDATE: now\r\nFrom: ana@shop.test\r\nCc: b@else.test\r\nmime-version: 1.0\r\nX-A: 1\r\n';
    const gone = 'Bcc: c@else.test,\r\n\td@else.test\r\nList-Unsubscribe: <mailto:a@b>\r\n';
    expect(complete(gone + kept + BODY, { headers: { 'List-Unsubscribe': '<https://a.test>' } })).toBe(
      `List-Unsubscribe: <https://a.test>\r\n${kept}${BODY}`,
    );
  });

  it('may have headers alone, and bytes that are no text', () => {
    const message = Buffer.concat([Buffer.from('From: a@b.test\r\nSubject: '), Buffer.from([0xff, 0xfe])]);
    expect(complete(message)).toMatch(/Subject: \xff\xfe\r\n\r\n$/);
  });

  it('takes an author beyond ASCII', () => {
    const message = complete(`Subject: x\r\n${BODY}`, { from: 'ana@shop.test', headers: { 'X-Name': 'Olá' } });
    expect(message).toContain('X-Name: =?UTF-8?');
  });

  it.each([
    ['no headers', '', 'does not begin with headers'],
    ['an empty line first', '\r\nFrom: a@b.test\r\n', 'does not begin with headers'],
    ['a text', 'Hello Ana\r\n', 'does not begin with headers'],
    ['a NUL', 'Subject: a\0b\r\n', 'NUL'],
    ['a CR alone', 'Subject: a\rBcc: b\r\n', 'NUL, or with a CR or LF alone'],
    ['headers without an end', `X: ${'y'.repeat(300_000)}\r\n`, '256 KiB'],
  ])('is refused with %s', (_name, head, reason) => {
    expect(() => readRawMessage(Buffer.from(head + (head === '' ? 'Hello' : BODY)))).toThrow(reason);
  });
});

describe('the author of a message', () => {
  const authorOf = (head: string) => rawAuthor(readRawMessage(Buffer.from(head + BODY)));

  it('is the address in From', () => {
    expect(authorOf('From: =?utf-8?q?Ol=C3=A1?=\r\n <Ana@Shop.test>\r\n')).toMatchObject({
      name: 'Olá',
      address: 'Ana@shop.test',
    });
    expect(authorOf('Subject: none\r\n')).toBeNull();
  });

  it.each([
    'From: ana@shop.test, boss@shop.test\r\n',
    'From: ana@shop.test\r\nFrom: boss@shop.test\r\n',
    'From: ana@shop.test\r\n ,boss@shop.test\r\n',
    'From: Team: ana@shop.test;\r\n',
    'From: nobody\r\n',
  ])('is one alone: %j', (head) => {
    expect(() => authorOf(head)).toThrow('one From header with one address');
  });
});
