import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import type { AttachmentMeta, AttachmentSink, MimeLimits } from './parsed-message.js';
import { decoderFor } from './decoders/decoders.js';
import { parseMessage } from './parse-message.js';
import { tortureMessages } from '../test-support/torture.js';

const sink: AttachmentSink<string> = {
  async attachment(_meta: AttachmentMeta, content: AsyncIterable<Buffer>) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk);
    return Buffer.concat(chunks).toString('latin1');
  },
};
const parse = (raw: string | Buffer, limits?: Partial<MimeLimits>) =>
  parseMessage([typeof raw === 'string' ? Buffer.from(raw) : raw], sink, limits);

const HEAD = 'From: Ana <ana@acme.test>\r\nTo: bob@other.test\r\nMIME-Version: 1.0\r\n';
const mixed = (...parts: string[]) =>
  `${HEAD}Content-Type: multipart/mixed; boundary="b 1"\r\n\r\npreamble\r\n${parts.map((part) => `--b 1\r\n${part}\r\n`).join('')}--b 1--\r\nepilogue`;

describe('the header of a message', () => {
  it('is read as its readers see it', async () => {
    const found = await parse(
      'From: =?utf-8?q?Jo=C3=A3o?= <joao@acme.test>\r\nTo: "Last, First" <a@x.test>,\r\n b@x.test\r\nCc: group: c@x.test, d@x.test;\r\n' +
        'Subject: =?iso-8859-1?Q?S=E3o_Paulo?=\r\n =?utf-8?B?4pyT?=\r\nDate: Tue, 03 Nov 2026 10:00:00 -0300 (BRT)\r\n' +
        'Message-ID: <m1@acme.test>\r\nIn-Reply-To: <m0@x.test>\r\nReferences: <r1@x.test>\r\n <m0@x.test>\r\n\r\nHi',
    );
    expect(found).toMatchObject({
      from: { name: 'João', address: 'joao@acme.test' },
      to: [
        { name: 'Last, First', address: 'a@x.test' },
        { name: '', address: 'b@x.test' },
      ],
      cc: [
        { name: '', address: 'c@x.test' },
        { name: '', address: 'd@x.test' },
      ],
      subject: 'São Paulo✓',
      date: new Date('2026-11-03T13:00:00Z'),
      messageId: 'm1@acme.test',
      inReplyTo: 'm0@x.test',
      references: ['r1@x.test', 'm0@x.test'],
      isAutomatic: false,
      problems: [],
    });
  });

  it.each([
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'List-Id: News <news.acme.test>',
    'List-Unsubscribe: <https://x.test>',
  ])('tells by %s that nobody waits for an answer', async (field) => {
    expect((await parse(`${HEAD}${field}\r\n\r\nHi`)).isAutomatic).toBe(true);
  });

  it('names the mailing list', async () => {
    expect((await parse(`${HEAD}List-Id: "News" <news.acme.test>\r\n\r\nHi`)).listId).toBe('news.acme.test');
  });

  it('ends at a line that is none', async () => {
    const { text, problems } = await parse('Subject: a\r\nthis is text\r\nmore');
    expect([text, problems]).toEqual(['this is text\r\nmore', ['no blank line after the header']]);
  });

  it('is read up to a limit', async () => {
    const { subject, problems, text } = await parse(
      `Subject: a\r\nX-Big: ${'b'.repeat(2_000)}\r\nTo: a@x.test\r\n\r\nHi`,
      {
        headerBytes: 1_000,
      },
    );
    expect([subject, problems, text]).toEqual(['a', ['header too large'], 'Hi']);
  });
});

describe('the text of a message', () => {
  it('is that of the plain part, beside the HTML', async () => {
    const found = await parse(
      `${HEAD}Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nplain\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>rich</p>\r\n--b--\r\n`,
    );
    expect([found.text, found.html, found.attachments]).toEqual(['plain', '<p>rich</p>', []]);
  });

  it('is read from the HTML if there is no other', async () => {
    const html =
      '<head><title>t</title><style>p{}</style></head><p>One&nbsp;two</p><script>x()</script><div>three</div>';
    const { text, snippet } = await parse(`${HEAD}Content-Type: text/html\r\n\r\n${html}`);
    expect([text, snippet]).toEqual(['One two\nthree', 'One two three']);
  });

  it.each<[string, string, string]>([
    ['base64', 'base64', Buffer.from('São Paulo').toString('base64')],
    ['quoted-printable', 'Quoted-Printable', 'S=C3=A3o =\r\nPaulo'],
    ['8-bit', '8bit', 'São Paulo'],
  ])('is decoded from %s', async (_, encoding, content) => {
    const { text } = await parse(
      `${HEAD}Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}`,
    );
    expect(text).toBe('São Paulo');
  });

  it.each([undefined, 'us-ascii', 'utf-8', 'klingon', 'iso-8859-1'])(
    'is read in latin-1 when it claims %s',
    async (charset) => {
      const type = charset ? `Content-Type: text/plain; charset=${charset}\r\n` : '';
      const raw = Buffer.concat([Buffer.from(`${HEAD}${type}\r\n`), Buffer.from('S\xe3o Paulo', 'latin1')]);
      expect((await parse(raw)).text).toBe('São Paulo');
    },
  );

  it('has one broken byte of UTF-8 as a mark, and not another charset for all', async () => {
    const raw = Buffer.from(
      `${HEAD}Content-Type: text/plain; charset=utf-8\r\n\r\nOl\xc3\xa1 amanh\xc3\xa3 fim \xe9.`,
      'latin1',
    );
    expect((await parse(raw)).text).toBe('Olá amanhã fim \ufffd.');
  });

  it('is in the charset that its HTML names, if its header names none', async () => {
    const html = '<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>';
    const { text } = await parse(Buffer.from(`${HEAD}Content-Type: text/html\r\n\r\n${html}`, 'latin1'));
    expect(text).toBe('Привет');
  });

  it('is cut at a limit', async () => {
    const { text, problems } = await parse(`${HEAD}\r\n${'a'.repeat(5_000)}`, { textBytes: 1_000 });
    expect([text.length, problems]).toEqual([1_000, ['text too long']]);
  });
});

describe('the files of a message', () => {
  it('go to the sink, with their names decoded', async () => {
    const { attachments } = await parse(
      mixed(
        'Content-Type: text/plain\r\n\r\nSee the file.',
        "Content-Type: application/pdf\r\nContent-Disposition: attachment;\r\n filename*0*=utf-8''relat%C3%B3;\r\n filename*1=rio.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVs\r\nbG8=",
      ),
    );
    expect(attachments).toEqual([
      {
        fileName: 'relatório.pdf',
        contentType: 'application/pdf',
        contentId: null,
        isInline: false,
        isForPrograms: false,
        bytes: 5,
        stored: 'Hello',
      },
    ]);
  });

  it('do not have the line break before a boundary', async () => {
    const { attachments } = await parse(mixed('Content-Type: application/x\r\n\r\nline\r\n\r\n'));
    expect(attachments[0]?.stored).toBe('line\r\n\r\n');
  });

  it('are inline where the HTML shows them', async () => {
    const { attachments, html } = await parse(
      `${HEAD}Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<img src="cid:i@x">\r\n--b\r\nContent-Type: image/png\r\nContent-ID: <i@x>\r\n\r\nPNG\r\n--b--\r\n`,
    );
    expect(html).toContain('cid:i@x');
    expect(attachments).toMatchObject([{ contentId: 'i@x', isInline: true, stored: 'PNG' }]);
  });

  it('are whole messages, which are not read further', async () => {
    const { attachments, text } = await parse(
      mixed('Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\ninner text'),
    );
    expect([text, attachments]).toMatchObject([
      '',
      [{ fileName: 'message.eml', stored: 'Subject: inner\r\n\r\ninner text' }],
    ]);
  });

  it('have no path and no marks in their names', async () => {
    const name = '../../\u202egpj.exe';
    const { attachments } = await parse(mixed(`Content-Disposition: attachment; filename="${name}"\r\n\r\nMZ`));
    expect(attachments[0]?.fileName).toBe('gpj.exe');
  });

  it('beyond a limit are skipped', async () => {
    const file = 'Content-Type: application/x\r\n\r\nx';
    const { attachments, problems } = await parse(mixed(file, file, file), { attachments: 2 });
    expect([attachments.length, problems]).toEqual([2, ['too many attachments']]);
  });

  it('fail the parse if the sink fails', async () => {
    const failing = { attachment: () => Promise.reject(new Error('the disk is full')) };
    await expect(parseMessage([Buffer.from(mixed('Content-Type: application/x\r\n\r\nx'))], failing)).rejects.toThrow(
      'the disk is full',
    );
  });

  it('may be left unread by the sink', async () => {
    const lazy = { attachment: () => Promise.resolve('ignored') };
    const raw = Buffer.from(mixed(`Content-Type: application/x\r\n\r\n${'x'.repeat(2_000_000)}`));
    expect((await parseMessage([raw], lazy)).attachments).toMatchObject([{ stored: 'ignored', bytes: 2_000_000 }]);
  });
});

describe('a message that breaks the rules', () => {
  it.each(tortureMessages().map(({ name, raw }) => [name, raw] as const))(
    'is read: %s',
    async (_, raw) => {
      const found = await parse(raw());
      const { attachments, ...readable } = found;
      expect(attachments.length).toBeLessThanOrEqual(500);
      expect(found.snippet.length).toBeLessThanOrEqual(200);
      expect(JSON.stringify(readable)).not.toContain('\\u0000');
    },
    patient(5_000),
  );

  it(
    'is read in time that grows with it alone',
    async () => {
      const started = performance.now();
      const field = (unit: string) => unit.repeat(400_000 / unit.length);
      for (const unit of [' ', 'a=" ', '=?a?q?x ', '(', 'a ', ';a', '\\"', "'", '\xe9=?a?q?'])
        for (const name of [
          'Subject',
          'From',
          'Date',
          'Content-Type',
          'Content-Disposition',
          'Content-Transfer-Encoding',
        ])
          await parse(Buffer.from(`${name}: text/plain ${field(unit)}\r\n\r\nx`, 'latin1'));
      for (const unit of ['src = ', 'url( ', '&#', '<', 'src="', ' ', '&nbsp;']) {
        const parts = [
          `Content-Type: text/html\r\n\r\n${field(unit)}`,
          'Content-Type: image/png\r\nContent-ID: <a>\r\n\r\nx',
        ];
        await parse(mixed(...parts));
      }
      for (const unit of ['> ', ' \r\n', '>', '\r\n'])
        await parse(`Content-Type: text/plain; format=flowed\r\n\r\n${field(unit)}`);
      expect(performance.now() - started).toBeLessThan(patient(10_000));
    },
    patient(20_000),
  );

  it('is read alike however it is cut', async () => {
    const line = fc.constantFrom(
      '--b',
      '--b--',
      '',
      'text',
      'Content-Type: text/html',
      'Content-Type: application/x; name=f',
      '=41=',
      '\tfolded: x',
    );
    const ending = fc.constantFrom('\r\n', '\n', '\r');
    const body = fc.array(fc.tuple(line, ending), { maxLength: 40 }).map((lines) => lines.flat().join(''));
    const cuts = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(body, cuts, async (text, sizes) => {
        const raw = Buffer.from(`Content-Type: multipart/mixed; boundary=b\r\n\r\n${text}`);
        expect(await parseMessage(cut(raw, sizes), sink)).toEqual(await parse(raw));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['base64', 'quoted-printable', 'x-uuencode'])('is decoded alike however it is cut: %s', async (encoding) => {
    const line = fc.constantFrom(
      'QUJD',
      'QUI=',
      'QQ==QUJD',
      '',
      'Q',
      '____',
      'a b',
      '=41=',
      'begin 644 x',
      '#86)C',
      'end',
    );
    const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\r\n'));
    const long = fc.integer({ min: 0, max: 400 }).map((times) => 'QUJD'.repeat(times));
    const cuts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 });
    const property = fc.asyncProperty(text, long, text, cuts, async (before, middle, after, sizes) => {
      const decoder = decoderFor(encoding);
      const whole = decoderFor(encoding);
      const bytes = Buffer.from([before, middle, after].join('\r\n'));
      const found = Buffer.concat([...[...cut(bytes, sizes)].map((piece) => decoder.write(piece)), decoder.end()]);
      expect(found).toEqual(Buffer.concat([whole.write(bytes), whole.end()]));
    });
    await fc.assert(property, { numRuns: 300 });
  });

  it('never fails, whatever its bytes are', async () => {
    const bytes = fc.uint8Array({ maxLength: 500 }).map((array) => Buffer.from(array));
    await fc.assert(
      fc.asyncProperty(bytes, async (raw) => {
        expect((await parse(raw)).problems).toBeInstanceOf(Array);
      }),
      { numRuns: 500 },
    );
  });
});

function* cut(raw: Buffer, sizes: number[]): Generator<Buffer> {
  for (let at = 0, n = 0; at < raw.length; n += 1) {
    const size = sizes[n % sizes.length]!;
    yield raw.subarray(at, at + size);
    at += size;
  }
}

describe('uuencode in a text', () => {
  const uu = (name: string, content: string) => {
    const lines = content.match(/[^]{1,45}/g) ?? [];
    const encode = (line: string) => {
      const bytes = Buffer.from(line, 'latin1');
      const padded = Buffer.concat([bytes, Buffer.alloc((3 - (bytes.length % 3)) % 3)]);
      const values = [...padded.toString('base64')].map((one) => BASE64.indexOf(one));
      return String.fromCharCode(0x20 + bytes.length, ...values.map((value) => (value === 0 ? 0x60 : 0x20 + value)));
    };
    return ['begin 644 ' + name, ...lines.map(encode), '`', 'end'].join('\r\n');
  };
  const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const content = 'Some bytes of a file. '.repeat(20);

  it('is a file, and leaves the text', async () => {
    const raw = `${HEAD}\r\nBefore\r\n\r\n${uu('../notes.txt', content)}\r\nbetween\r\n${uu('b.png', '\x89PNG')}\r\nAfter\r\n`;
    const found = await parse(raw);
    expect(found.text).toBe('Before\r\n\r\nbetween\r\nAfter\r\n');
    expect(found.attachments).toMatchObject([
      { fileName: 'notes.txt', contentType: 'application/octet-stream', bytes: content.length, stored: content },
      { fileName: 'b.png', contentType: 'image/png', stored: '\x89PNG' },
    ]);
    const piecemeal = await parseMessage(
      [...Buffer.from(raw, 'latin1')].map((byte) => Buffer.from([byte])),
      sink,
    );
    expect(piecemeal).toEqual(found);
  });

  it('is one beside other files, and of a part that is encoded itself', async () => {
    const encoded = Buffer.from(`Hi\r\n${uu('a.bin', content)}\r\n`)
      .toString('base64')
      .replaceAll(/.{76}/g, '$&\r\n');
    const text = `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}`;
    const found = await parse(mixed(text, 'Content-Type: image/png; name=c.png\r\n\r\nx'));
    expect(found.text).toBe('Hi\r\n');
    expect(found.attachments.map(({ fileName, stored }) => [fileName, stored])).toEqual([
      ['a.bin', content],
      ['c.png', 'x'],
    ]);
  });

  it.each([
    'begin 644 of a sentence\r\nthat goes on with words\r\n',
    'begin 644 file.txt\r\n',
    'We\r\nbegin 2026 with a plan\r\nend\r\n',
    '> begin 644 a.txt\r\n> #86)C\r\n',
  ])('is none where no such lines follow: %j', async (body) => {
    const found = await parse(`${HEAD}\r\n${body}`);
    expect([found.text, found.attachments]).toEqual([body, []]);
  });

  it('that is cut off is a file of what is there', async () => {
    const lines = uu('a.bin', content).split('\r\n').slice(0, 4).join('\r\n');
    const found = await parse(`${HEAD}\r\nHi\r\n${lines}`);
    expect([found.text, found.attachments[0]?.stored]).toEqual(['Hi\r\n', content.slice(0, 135)]);
  });

  it('counts among the files that a message may have', async () => {
    const blocks = ['a', 'b', 'c'].map((name) => uu(name, content)).join('\r\n');
    const found = await parse(`${HEAD}\r\n${blocks}\r\nend of it`, { attachments: 2 });
    expect([found.attachments.length, found.text, found.problems]).toEqual([2, 'end of it', ['too many attachments']]);
  });
});

describe('a multipart whose boundary is not known', () => {
  const parts = [
    'This is a message in MIME format.',
    '--=_x1',
    'Content-Type: text/plain',
    '',
    'Hello',
    '-- ',
    'Ana',
    '--=_x1',
    'Content-Type: image/png; name=a.png',
    '',
    'x',
    '--=_x1--',
  ].join('\r\n');

  it.each([
    ['it names none', 'multipart/mixed', 'multipart without a boundary'],
    ['it names one that never comes', 'multipart/mixed; boundary="other"', undefined],
  ])('is read by the first line that stands before a header, where %s', async (_, type, problem) => {
    const found = await parse(`${HEAD}Content-Type: ${type}\r\n\r\n${parts}`);
    expect(found.text).toBe('Hello\r\n-- \r\nAna');
    expect(found.attachments).toMatchObject([{ fileName: 'a.png', stored: 'x' }]);
    expect(found.problems).toEqual(problem ? [problem] : ['multipart without its boundary']);
    const piecemeal = await parseMessage(
      [...Buffer.from(`${HEAD}Content-Type: ${type}\r\n\r\n${parts}`)].map((byte) => Buffer.from([byte])),
      sink,
    );
    expect(piecemeal).toEqual(found);
  });

  it.each([
    ['multipart/alternative', ['multipart without a boundary']],
    ['multipart/mixed; boundary=b', ['multipart not closed', 'multipart without parts']],
  ])('is text where no line could be one: %s', async (type, problems) => {
    const body = 'Hello\r\n-- \r\nAna\r\n--not-one\r\nof them\r\n-----\r\nContent-free';
    const found = await parse(`${HEAD}Content-Type: ${type}\r\n\r\n${body}`);
    expect([found.text, found.attachments]).toEqual([body, []]);
    expect(found.problems.toSorted()).toEqual(problems);
  });

  it('is read as it says where it says it', async () => {
    const found = await parse(mixed('\r\nHello'));
    expect([found.text, found.problems]).toEqual(['Hello', []]);
  });

  it('within another one is read with that', async () => {
    const inner = 'Content-Type: multipart/alternative\r\n\r\n--y\r\nContent-Type: text/html\r\n\r\n<p>Hi</p>\r\n--y--';
    const found = await parse(mixed(inner, 'Content-Type: image/png; name=a.png\r\n\r\nx'));
    expect([found.html, found.attachments.map(({ fileName }) => fileName)]).toEqual(['<p>Hi</p>', ['a.png']]);
  });
});
