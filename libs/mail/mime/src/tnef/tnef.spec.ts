import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tnef, type TnefFile, type TnefProperty } from '../../test-support/tnef.js';
import { parseMessage } from '../parse-message.js';
import { TnefReader } from './tnef-reader.js';

const sink = {
  async attachment(_: unknown, content: AsyncIterable<Buffer>): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString('latin1');
  },
};

const HEAD = 'From: Ana <ana@acme.test>\r\nTo: bob@other.test\r\nMIME-Version: 1.0\r\n';
const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
const CONTAINER = 'Content-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n';

const alone = (bytes: Buffer) => Buffer.from(`${HEAD}${CONTAINER}${base64(bytes)}\r\n`);
const beside = (text: string, bytes: Buffer) =>
  Buffer.from(
    `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--b\r\n${CONTAINER}${base64(bytes)}\r\n--b--\r\n`,
  );
const parse = (raw: Buffer, limits = {}) => parseMessage([raw], sink, limits);

const PDF: TnefFile = {
  name: 'RELATO~1.PDF',
  content: Buffer.from('%PDF-1.7 a report'),
  properties: [
    { id: 0x0e20, long: 17 },
    { id: 0x7fff, longs: [1, 2, 3] },
    { id: 0x3707, text: 'Relatório de março.pdf' },
    { id: 0x370e, bytes: Buffer.from('application/pdf\0'), isText: true },
  ],
};
const TEXTS: TnefProperty[] = [
  { id: 0x3fde, long: 1252 },
  { id: 0x1000, text: 'Olá do Outlook' },
  { id: 0x1013, bytes: Buffer.from('<p>Ol\xe1 do <b>Outlook</b></p>', 'latin1') },
];

describe('a winmail.dat', () => {
  it('is the files in it, by their whole names', async () => {
    const picture = { name: 'a.png', content: Buffer.from('\x89PNG', 'latin1') };
    const found = await parse(beside('Hello', tnef({ message: TEXTS, files: [PDF, picture] })));
    expect(found.attachments).toMatchObject([
      { fileName: 'Relatório de março.pdf', contentType: 'application/pdf', bytes: 17, stored: '%PDF-1.7 a report' },
      { fileName: 'a.png', contentType: 'image/png', stored: '\x89PNG' },
    ]);
    expect([found.text, found.html]).toEqual(['Hello', null]);
  });

  it('is the text of a message that has no other', async () => {
    for (const raw of [alone(tnef({ message: TEXTS })), beside(' ', tnef({ message: TEXTS }))]) {
      const found = await parse(raw);
      expect([found.text.trim(), found.html]).toEqual([
        'Olá do Outlook',
        expect.stringContaining('Olá do <b>Outlook</b>'),
      ]);
      expect(found.attachments).toEqual([]);
    }
    expect((await parse(alone(tnef({ body: 'Of an old program' })))).text).toBe('Of an old program');
  });

  it('is a file if it is none, or nothing comes of it', async () => {
    for (const bytes of [Buffer.from('x'), Buffer.from('no container at all'), tnef({})]) {
      const { attachments } = await parse(beside('Hello', bytes));
      expect(attachments).toMatchObject([{ fileName: 'winmail.dat', stored: bytes.toString('latin1') }]);
    }
  });

  it('that is cut off is what came before', async () => {
    const bytes = tnef({ files: [{ name: 'a.txt', content: Buffer.from('whole') }, PDF] });
    const { attachments } = await parse(beside('Hello', bytes.subarray(0, bytes.indexOf('a report'))));
    expect(attachments.map(({ fileName, stored }) => [fileName, stored])).toEqual([
      ['a.txt', 'whole'],
      ['RELATO~1.PDF', '%PDF-1.7 '],
    ]);
  });

  it('has no more files than a message may have', async () => {
    const files = ['a', 'b', 'c'].map((name) => ({ name, content: Buffer.from(name) }));
    const { attachments, problems } = await parse(beside('Hello', tnef({ files })), { attachments: 2 });
    expect([attachments.map(({ fileName }) => fileName), problems]).toEqual([['a', 'b'], ['too many attachments']]);
  });

  it('is read to its end, whatever its bytes are and however they are cut', async () => {
    const whole = tnef({ message: TEXTS, files: [PDF, { name: 'b', content: Buffer.alloc(2_000, 1) }], body: 'Hi' });
    const changes = fc.array(fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(changes, fc.integer({ min: 1, max: 700 }), async (changed, size) => {
        const bytes = Buffer.from(whole);
        for (const { at, to } of changed) bytes[at] = to;
        const raw = beside('Hello', bytes);
        const found = await parse(raw);
        const pieces = Array.from({ length: Math.ceil(raw.length / size) }, (_, n) =>
          raw.subarray(n * size, (n + 1) * size),
        );
        expect(await parseMessage(pieces, sink)).toEqual(found);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['counts of values', Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.alloc(2_000_000, 0xff)])],
    [
      'values without a length',
      Buffer.concat([Buffer.from([0xff, 0xff, 0, 0, 3, 0x10, 1, 0, 0xff, 0xff, 0xff, 0xff]), Buffer.alloc(2_000_000)]),
    ],
    [
      'empty texts',
      Buffer.concat([Buffer.from([0xff, 0xff, 0, 0, 0x1e, 0, 1, 0, 0xff, 0xff, 0xff, 0xff]), Buffer.alloc(2_000_000)]),
    ],
  ])('takes time of its length alone: %s', (_, data) => {
    const header = Buffer.alloc(15);
    header.set([0x78, 0x9f, 0x3e, 0x22, 1, 0, 1]);
    header.writeUInt32LE(0x0006_9003, 7);
    header.writeUInt32LE(data.length, 11);
    const reader = new TnefReader();
    const pieces = [...reader.write(Buffer.concat([header, data, Buffer.alloc(2)])), ...reader.end()];
    expect(pieces.map(({ kind }) => kind)).toEqual(['message']);
  });
});
