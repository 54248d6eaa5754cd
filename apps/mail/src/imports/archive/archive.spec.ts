import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from './archive.js';
import { readEmlx } from './emlx.js';
import { hintsOf } from './file-hints.js';
import { MboxSplitter } from './mbox.js';
import { flagsOf } from './message-flags.js';

function split(text: string, { size = 7, max = 10_000, start = 0 } = {}) {
  const splitter = new MboxSplitter(max, start);
  const bytes = Buffer.from(text, 'latin1').subarray(start);
  const found = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...splitter.push(bytes.subarray(at, at + size)));
  found.push(...splitter.end());
  return found.map(({ raw, end }) => ({ raw: raw?.toString('latin1') ?? null, end }));
}

const raws = (text: string, options = {}) => split(text, options).map(({ raw }) => raw);
const ONE = 'From a@x.test Thu Jan  1 00:00:00 2015\nSubject: one\n\nfirst\n\n';
const TWO = 'From b@x.test Fri Jan  2 00:00:00 2015\nSubject: two\n\nsecond\n';

describe('a mailbox file', () => {
  it('is cut into messages, with CRLF at the ends of lines', () => {
    const expected = ['Subject: one\r\n\r\nfirst\r\n', 'Subject: two\r\n\r\nsecond\r\n'];
    for (const size of [1, 7, 1_000]) {
      expect(raws(ONE + TWO, { size })).toEqual(expected);
      expect(raws((ONE + TWO).replaceAll('\n', '\r\n'), { size })).toEqual(expected);
    }
  });

  it('has its quoted lines unquoted', () => {
    const body = '>From the start\n>>From it\n> From me\n>Frog\n';
    expect(raws(`${ONE.trimEnd()}\n${body}`)[0]).toContain('From the start\r\n>From it\r\n> From me\r\n>Frog\r\n');
  });

  it('is cut at separators without a blank line before, and not at text that looks like one', () => {
    const dense = ONE.trimEnd();
    expect(raws(`${dense}\n${TWO}`)).toHaveLength(2);
    expect(raws(`${ONE}From here on, all is well.\nBye\n`)).toEqual([
      'Subject: one\r\n\r\nfirst\r\n\r\nFrom here on, all is well.\r\nBye\r\n',
    ]);
    expect(raws(`${dense}\nFrom now: it is text\nKey: value\n`)).toHaveLength(1);
    expect(
      raws(
        `From 1593@xxx Thu Jan 01 00:00:00 +0000 2015\nSubject: one\n\nx\nFrom 1594@xxx Thu Jan 01 00:00:00 +0000 2015\nA: b\n`,
      ),
    ).toHaveLength(2);
  });

  it('is not cut at text that begins like a separator', () => {
    for (const text of ['From the office\nPS: hello', 'From Monday 10:30 on\nNote: x', 'From a to b\nFrom: c'])
      expect(raws(`${ONE}${text}\n\n${TWO}`)).toHaveLength(2);
    expect(raws(`${ONE}From b@x.test\nSubject: two\n\nx\n`)).toHaveLength(2);
  });

  it('has the lengths of its bodies, where they are right', () => {
    const counted = (length: number, body: string) =>
      `From a@x.test Thu Jan  1 00:00:00 2015\nSubject: one\nContent-Length: ${length}\n\n${body}`;
    const body = 'first\n\nFrom b@x.test Thu Jan  1 00:00:00 2015\nSubject: quoted\n\n>From x\n';
    for (const size of [1, 7, 1_000]) {
      expect(raws(`${counted(body.length, body)}\n${TWO}`, { size })).toEqual([
        `Subject: one\r\nContent-Length: ${body.length}\r\n\r\n${body.replaceAll('\n', '\r\n')}`,
        'Subject: two\r\n\r\nsecond\r\n',
      ]);
      expect(raws(counted(body.length, body), { size })).toHaveLength(1);
      for (const wrong of [body.length - 9, body.length + 30, 9_999, 999_999_999])
        expect(raws(`${counted(wrong, body)}\n${TWO}`, { size })).toHaveLength(3);
      expect(raws(`${counted(11, '>From me\nx\n')}\n${TWO}`, { size })[0]).toContain('\r\n\r\nFrom me\r\nx\r\n');
    }
  });

  it('that has a separator alone has a message without anything', () => {
    expect(raws('From a@x.test Thu Jan  1 00:00:00 2015\n')).toEqual(['']);
  });

  it('is read on from the end of any message', () => {
    const text = ONE + TWO + ONE;
    const all = split(text);
    expect(all.at(-1)!.end).toBe(text.length);
    for (const [index, { end }] of all.entries()) expect(split(text, { start: end })).toEqual(all.slice(index + 1));
  });

  it('may have messages that are too large, and lines without an end', () => {
    const huge = `From a@x.test Thu Jan  1 00:00:00 2015\nSubject: huge\n\n${'x'.repeat(3_000_000)}\n\n`;
    expect(raws(ONE + huge + TWO, { size: 65_536, max: 1_000 }).map((raw) => raw?.slice(9, 12) ?? null)).toEqual([
      'one',
      null,
      'two',
    ]);
    expect(raws(ONE + huge + TWO, { size: 65_536, max: 4_000_000 })[1]).toHaveLength(3_000_019);
  });

  it('is cut the same however it is read', () => {
    const separator = 'From c Thu Jan  1 00:00:00 2015';
    const line = fc.constantFrom(
      '',
      'x',
      'A: b',
      'From a',
      '>From b',
      separator,
      '\r',
      'Content-Length: 9',
      'Content-Length: 40',
    );
    const text = fc.array(line, { maxLength: 30 }).map((lines) => `From a\n${lines.join('\n')}`);
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (given, size) => {
        const whole = split(given, { size: 1e6 });
        expect(split(given, { size })).toEqual(whole);
        for (const [index, { end }] of whole.entries())
          expect(split(given, { start: end })).toEqual(whole.slice(index + 1));
      }),
    );
  });
});

describe('a file', () => {
  it.each([
    ['mbox', 'From a@x.test\nSubject: x\n'],
    ['mbox', '\n\nFrom a@x.test\nSubject: x\n'],
    ['eml', 'Received: from x\r\n by y\r\n'],
    ['zip', 'PK\x03\x04abc'],
    [undefined, '\x89PNG\r\n'],
    [undefined, ''],
    [undefined, 'Hello there'],
  ])('is %s by its beginning', (format, text) => {
    expect(formatOf(Buffer.from(text, 'latin1'))).toBe(format);
  });
});

describe('the flags of a message', () => {
  const flags = (...fields: [string, string][]) => {
    const found = flagsOf({ headers: fields.map(([name, value]) => ({ name, value })) });
    const { isRead, isStarred, folder } = found;
    return [isRead ? 'read' : 'unread', isStarred ? 'starred' : '', folder, ...found.labels].filter(Boolean).join();
  };

  it('are those of mbox, or of Thunderbird', () => {
    expect(flags()).toBe('read,inbox');
    expect(flags(['Status', 'RO'], ['X-Status', 'AF'])).toBe('read,starred,inbox');
    expect(flags(['Status', 'O'])).toBe('unread,inbox');
    expect(flags(['X-Status', 'T'], ['X-Keywords', 'obra NonJunk'])).toBe('read,drafts,obra');
    expect(flags(['X-Mozilla-Status', '0005'])).toBe('read,starred,inbox');
    expect(flags(['X-Mozilla-Status', '0000'], ['X-Mozilla-Keys', '$label2 obra   nonjunk'])).toBe(
      'unread,inbox,Trabalho,obra',
    );
    expect(flags(['X-Mozilla-Status', '0001'], ['X-Mozilla-Keys', 'junk'])).toBe('read,spam');
  });

  it.each([
    ['Inbox,Starred,Unread', 'unread,starred,inbox'],
    ['Enviados,Opened', 'read,sent'],
    ['=?UTF-8?Q?N=C3=A3o_lidas,Lixeira?=', 'unread,trash'],
    ['Work', 'read,archive,Work'],
    ['Caixa de entrada,Abertas,Projetos/2024,Família', 'read,inbox,Projetos/2024,Família'],
    ['Sent,Opened,"Work, private","say ""hi"""', 'read,sent,Work, private,say "hi"'],
    ['Posteingang,Ungelesen', 'unread,inbox'],
    ['Gesendet,Geöffnet,Wichtig', 'read,sent,Importante'],
    ['Boîte de réception,Messages non lus,Catégorie : Promotions', 'unread,inbox'],
    ['Bandeja de entrada,Abierto,Destacados,Facturas', 'read,starred,inbox,Facturas'],
    ['Rascunhos', 'read,drafts'],
    ['Entwürfe,Ungelesen', 'unread,drafts'],
    ['受信トレイ,未読,仕事', 'unread,inbox,仕事'],
    ['Входящие,Непрочитанные', 'unread,inbox'],
    ['\\Inbox,\\Starred,[Gmail]/Important', 'read,starred,inbox,Importante'],
    ['Archived,Category Updates', 'read,archive'],
  ])('are those of Gmail: %s', (labels, expected) => {
    expect(flags(['X-Gmail-Labels', labels])).toBe(expected);
  });

  it.each<[string, string, boolean]>([
    ['X-Mozilla-Status', '0009', true],
    ['X-Mozilla-Status', '0001', false],
    ['X-Status', 'AD', true],
  ])('%s: %s says whether it was deleted', (name, value, isDeleted) => {
    expect(flagsOf({ headers: [{ name, value }] }).isDeleted).toBe(isDeleted);
  });

  it.each([
    ['cur/1700000000.M1P2.host:2,S', { isRead: true, isDeleted: false, at: new Date(1_700_000_000_000) }],
    ['.Sent/cur/1700000000.M1P2.host:2,SF', { isRead: true, isStarred: true, folder: 'sent' }],
    ['new/1700000000.M1P2.host', { isRead: false }],
    ['cur/1700000000.M1P2.host;2,ST', { isDeleted: true }],
    ['.Rascunhos/cur/1700000000.M1P2.host!2,D', { folder: 'drafts' }],
    ['Mail/Local Folders/Sent', { folder: 'sent' }],
    ['INBOX.Papelera/1.eml', { folder: 'trash' }],
    ['Mail/2024.mbox', {}],
  ])('are those of its place: %s', (path, expected) => {
    expect(hintsOf(path)).toMatchObject(expected);
  });
});

describe('a file of Apple Mail', () => {
  it('is the message in it, with what its properties say', () => {
    const message = 'Subject: one\n\nHello\n';
    const properties = `<key>date-received</key><integer>1700000000</integer><key>flags</key><integer>${0x11 + 2 ** 33}</integer>`;
    const plist = `<?xml version="1.0"?><plist><dict>${properties}</dict></plist>`;
    const { raw, hints } = readEmlx(Buffer.from(`${message.length}     \n${message}${plist}`));
    expect(raw.toString()).toBe(message);
    expect(hints).toEqual({ isRead: true, isStarred: true, isDeleted: false, at: new Date(1_700_000_000_000) });
  });
});
