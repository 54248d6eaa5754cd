import { describe, expect, it } from 'vitest';
import { withAsciiHeaders } from './ascii-headers.js';
import { parseMailbox } from './mailbox.js';

const BODY = '\r\nOlá: not a header\r\n';
const headersOf = (...lines: string[]) =>
  withAsciiHeaders(Buffer.from(`${lines.join('\r\n')}\r\n${BODY}`))
    .toString('utf8')
    .split('\r\n\r\n')[0]!;

describe('a message for a server without SMTPUTF8', () => {
  it('has the text of its headers as encoded-words, and its body as it was', () => {
    const message = withAsciiHeaders(Buffer.from(`Subject: Olá,\r\n Ana\r\nX-A: 1\r\n${BODY}`)).toString('utf8');
    expect(message).toBe(`Subject: =?UTF-8?B?T2zDoSwgQW5h?=\r\nX-A: 1\r\n${BODY}`);
  });

  it.each([
    ['From: José <jose@shop.test>', 'José'],
    ['From: "Silva, José" <jose@shop.test>', 'Silva, José'],
    ['From: "José \\"Zé\\" Silva" <jose@shop.test>', 'José "Zé" Silva'],
  ])('has the name of %j as one that readers decode', (line, name) => {
    const header = headersOf(line);
    expect(header).not.toMatch(/[^\0-\x7f]/);
    expect(parseMailbox(header.slice('From:'.length).replaceAll('\r\n', ''))).toMatchObject({
      name,
      address: 'jose@shop.test',
    });
  });

  it('keeps other names of a list, and addresses beyond ASCII', () => {
    expect(headersOf('To: "Ana, B" <ana@a.test>, José <jose@b.test>, c@c.test')).toMatch(
      /^To: "Ana, B" <ana@a\.test>, =\?UTF-8\?B\?Sm9zw6k=\?= <jose@b\.test>,\s+c@c\.test$/,
    );
    expect(headersOf('To: 用户@example.test')).toBe('To: 用户@example.test');
  });

  it('takes bytes that are no UTF-8 for letters of Western Europe', () => {
    const message = withAsciiHeaders(Buffer.from(`Subject: Olá\r\n${BODY}`, 'latin1')).toString('latin1');
    expect(message).toContain('Subject: =?UTF-8?B?T2zDoQ==?=');
  });
});
