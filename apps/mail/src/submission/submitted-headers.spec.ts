import { describe, expect, it } from 'vitest';
import { completeHeaders } from './submitted-headers.js';

const DEFAULTS = { messageId: 'new@shop.test', date: new Date('2026-01-02T03:04:05Z'), received: 'by x' };

/** Completes a message that arrives in pieces of so many bytes. */
async function complete(message: string | Buffer, size = 7, senders = ['ana@shop.test']): Promise<string> {
  const isOwn = async (address: string) => senders.includes(address.toLowerCase());
  const bytes = Buffer.from(message);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const chunks: Buffer[] = [];
  for await (const chunk of completeHeaders(pieces(), isOwn, DEFAULTS)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

const BODY = '\r\nHello\r\n\r\nFrom: not a header\r\n';

describe('the headers of a submitted message', () => {
  it('are completed, and the body stays as it is', async () => {
    for (const size of [1, 7, 10_000]) {
      expect(await complete(`From: Ana <ANA@shop.test>\r\nSubject: Hi\r\n there\r\n${BODY}`, size)).toBe(
        'Received: by x\r\nMessage-ID: <new@shop.test>\r\nDate: Fri, 02 Jan 2026 03:04:05 +0000\r\n' +
          `From: Ana <ANA@shop.test>\r\nSubject: Hi\r\n there\r\n${BODY}`,
      );
    }
  });

  it('keep what they have, but for those who are to stay hidden', async () => {
    const kept = 'message-id: <a@b>\r\nDATE: now\r\nFrom: ana@shop.test\r\nTo: b@else.test\r\n';
    const hidden = 'Bcc: c@else.test,\r\n\td@else.test\r\nReturn-Path: <x@y>\r\n';
    expect(await complete(`${hidden}${kept}${BODY}`)).toBe(`Received: by x\r\n${kept}${BODY}`);
  });

  it('may be all of a message', async () => {
    expect(await complete('From: ana@shop.test')).toContain('From: ana@shop.test\r\n');
  });

  it('keep bytes that are no text', async () => {
    const message = Buffer.concat([
      Buffer.from('From: ana@shop.test\r\nSubject: '),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\r\n\r\n'),
    ]);
    expect(await complete(message)).toContain('Subject: \xff\xfe\r\n');
  });

  it.each([
    ['another author', 'From: boss@shop.test\r\n', '5.7.1'],
    ['two authors', 'From: ana@shop.test, boss@shop.test\r\n', '5.7.1'],
    ['two fields', 'From: ana@shop.test\r\nFrom: boss@shop.test\r\n', '5.6.0'],
    ['a field that is folded into another one', 'From: ana@shop.test\r\n ,boss@shop.test\r\n', '5.7.1'],
    ['another sender', 'From: ana@shop.test\r\nSender: boss@shop.test\r\n', '5.7.1'],
    ['an address in a name', 'From: "ana@shop.test" <boss@shop.test>\r\n', '5.7.1'],
    ['no author', 'Subject: x\r\n', '5.6.0'],
    ['no headers', '', '5.6.0'],
    ['a text', 'Hello Ana\r\n', '5.6.0'],
  ])('are rejected with %s', async (_name, head, code) => {
    await expect(complete(head + BODY)).rejects.toMatchObject({ message: expect.stringContaining(code) });
  });

  it('are rejected if they do not end', async () => {
    await expect(complete(`From: ana@shop.test\r\nX: ${'y'.repeat(300_000)}`, 10_000)).rejects.toMatchObject({
      responseCode: 552,
    });
  });
});
