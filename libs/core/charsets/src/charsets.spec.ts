import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { charsetOfHtml, decodeText, htmlLabel, isUtf8, textDecoder } from './index.js';

const bytesOf = (latin1: string) => Buffer.from(latin1, 'latin1');
const read = (latin1: string, label?: string) => decodeText(bytesOf(latin1), label).text;

describe('text in a charset', () => {
  it.each([
    ['windows-1252', '\x93pre\xe7o\x94 \x80 10 \x96 it\x92s', '“preço” € 10 – it’s'],
    ['iso-8859-1', '\x93pre\xe7o\x94 \x80 \x85', '“preço” € …'],
    ['ISO_8859-1:1987', '\x80', '€'],
    ['latin1', '\x80', '€'],
    ['x-cp1250', 'Kr\xe1l \x96 \xb9', 'Král – ą'],
    ['iso-8859-2', '\x93Kr\xe1l\x94 \xb1', '“Král” ą'],
    ['iso-8859-15', '\xa4 \x80', '€ €'],
    ['windows-1251', '\xcf\xf0\xe8\xe2\xe5\xf2', 'Привет'],
    ['koi8-r', '\xf0\xd2\xc9\xd7\xc5\xd4', 'Привет'],
    ['iso-8859-8-i', '\xf9\xec\xe5\xed', 'שלום'],
    ['windows-1256', '\xd3\xe1\xc7\xe3', 'سلام'],
    ['tis-620', '\xca\xc7\xd1\xca', 'สวัส'],
    ['ibm437', 'a\x87\xc6o', 'aç╞o'],
    ['cp850', 'a\x87\xc6o', 'ação'],
    ['ibm-858', '\xd5', '€'],
    ['dos-862', '\x99\x8c', 'של'],
    ['IBM00858', '\xd5', '€'],
    ['macintosh', 'Jo\x8bo', 'João'],
    ['gb2312', '\xc4\xe3\xba\xc3', '你好'],
    ['GB18030', '\xc4\xe3\x81\x30\x81\x30', '你\u0080'],
    ['big5', '\xa7A\xa6n', '你好'],
    ['shift_jis', '\x82\xb1\x82\xf1', 'こん'],
    ['windows-31j', '\x87@', '①'],
    ['euc-jp', '\xa4\xb3\xa4\xf3', 'こん'],
    ['ks_c_5601-1987', '\xbe\xc8\xb3\xe7', '안녕'],
    ['iso-2022-jp', '\x1b$B$3$s\x1b(B!', 'こん!'],
    ['iso-2022-jp-2', '\x1b$B-!\x1b(B', '①'],
    ['CP50221', '\x1b(I1\x1b(B', 'ｱ'],
    ['_iso-2022-jp$ESC', '\x1b$B$3\x1b(B', 'こ'],
    ['iso-2022-kr', '\x1b$)C\x0e>H3g\x0f ok', '안녕 ok'],
    ['iso-2022-cn', '\x1b$)A\x0eDc:C\x0f', '你好'],
    ['utf-7', 'Hi +AOk- +IKw-', 'Hi é €'],
    ['unicode-1-1-utf-7', '+AOk-', 'é'],
    ['utf-16', '\xff\xfeO\0l\0\xe1\0', 'Olá'],
    ['utf-16', '\xfe\xff\0O\0l\0\xe1', 'Olá'],
    ['utf-16be', '\0O\0l\0\xe1', 'Olá'],
    ['utf-32', '\xff\xfe\0\0O\0\0\0', 'O'],
    ['UTF8', 'Ol\xc3\xa1', 'Olá'],
    ['"utf-8"', 'Ol\xc3\xa1', 'Olá'],
    ['charset=utf-8', 'Ol\xc3\xa1', 'Olá'],
    ['utf-8;', 'Ol\xc3\xa1', 'Olá'],
  ])('of %s is read: %j', (label, latin1, text) => {
    expect(decodeText(bytesOf(latin1), label)).toEqual({ text, isKnown: true });
  });

  it.each([
    ['UTF-8', 'Ol\xc3\xa1', 'Olá'],
    ['one byte for each letter', 'S\xe3o \x96 \x80', 'São – €'],
    ['capitals in quotes', '\x93CAF\xc9\x94', '“CAFÉ”'],
    ['a mark before UTF-8', '\xef\xbb\xbfOl\xc3\xa1', 'Olá'],
    ['a mark before UTF-16', '\xff\xfeO\0l\0', 'Ol'],
    ['escapes of Japanese', '\x1b$B$3$s\x1b(B', 'こん'],
    ['escapes of Korean', '\x1b$)C\x0e>H\x0f', '안'],
    ['UTF-8 with a broken byte', 'reuni\xc3\xa3o fim \xe9.', 'reunião fim \ufffd.'],
    ['UTF-8 that is cut', 'Ol\xc3\xa1, cora\xc3', 'Olá, cora\ufffd'],
  ])('without a label is guessed: %s', (_what, latin1, text) => {
    for (const label of [undefined, '', 'us-ascii', 'ansi_x3.4-1968']) expect(read(latin1, label)).toBe(text);
  });

  it.each([
    'klingon',
    'base64',
    'hex',
    'x'.repeat(1_000),
    '__proto__',
    'constructor',
    'valueOf',
    'toString',
    'utf-8/../x',
  ])('of the unknown charset %s is guessed, too', (label) => {
    expect(decodeText(bytesOf('S\xe3o \x80'), label)).toEqual({ text: 'São €', isKnown: false });
  });

  it.each([
    ['one broken byte', 'Ol\xc3\xa1, amanh\xc3\xa3. fim \xe9.', 'Olá, amanhã. fim \ufffd.'],
    ['a character that lost its end', 'a\xc3\xa7\xc3\xa3o \xe2\x82 x', 'ação \ufffd x'],
    ['more broken bytes than others', 'S\xe3o Jos\xe9, \xc3\xa1', 'São José, Ã¡'],
    ['nothing that is UTF-8', 'S\xe3o Paulo', 'São Paulo'],
  ])('that claims to be UTF-8 with %s', (_what, latin1, text) => {
    expect(read(latin1, 'utf-8')).toBe(text);
  });

  it('that claims to be UTF-16 and is not is UTF-8', () => {
    expect(read('Ol\xc3\xa1 mundo', 'utf-16')).toBe('Olá mundo');
  });

  it('has no NUL and no half of a character', () => {
    expect(read('a\0b', 'utf-8')).toBe('ab');
    expect(read('\x3d\xd8a\0', 'utf-16le')).toBe('\ufffda');
  });

  it('is read in time that grows with it alone', () => {
    const started = performance.now();
    for (const unit of ['\x1b$B', '\xc3', '\x1b', '<!--', '+', '\xff\xfe'])
      for (const label of ['utf-8', 'iso-2022-jp', 'utf-7', 'gb18030', undefined]) {
        const bytes = bytesOf(unit.repeat(1_000_000 / unit.length));
        decodeText(bytes, htmlLabel(bytes, label));
      }
    expect(performance.now() - started).toBeLessThan(patient(20_000));
  });
});

describe('text that comes in pieces', () => {
  it.each([
    ['utf-8', 'Ol\xc3\xa1 \xe2\x82\xac \xf0\x9f\x98\x80 \xc3'],
    ['windows-1252', '\x93pre\xe7o\x94'],
    ['iso-2022-jp', 'a\x1b$B$3$s\x1b(B \x1b(I1\x1b(B \x1b$(D"/\x1b(B\n$3'],
    ['iso-2022-kr', '\x1b$)C\x0e>H3g\x0f ok \x0e>H'],
    ['shift_jis', 'a\x82\xb1\x82\xf1\xb1'],
    ['gb18030', '\xc4\xe3\x81\x30\x81\x30'],
    ['utf-16le', '\xff\xfeO\0l\0=\xd8\0\xde'],
  ])('of %s is read alike however it is cut', (label, latin1) => {
    const bytes = bytesOf(latin1);
    const whole = textDecoder(label);
    const expected = whole.write(bytes) + whole.end();
    for (const size of [1, 2, 3, 5]) {
      const pieces = textDecoder(label);
      let found = '';
      for (let at = 0; at < bytes.length; at += size) found += pieces.write(bytes.subarray(at, at + size));
      expect(found + pieces.end()).toBe(expected);
    }
  });
});

describe('the charset that HTML names', () => {
  it.each([
    ['<html><head><meta charset="windows-1251"></head>', 'windows-1251'],
    ['<META HTTP-EQUIV=Content-Type CONTENT="text/html; charset=iso-8859-2">', 'iso-8859-2'],
    ['<?xml version="1.0" encoding="koi8-r"?><html>', 'koi8-r'],
    ['<!-- <meta charset=koi8-r> --><meta charset=gbk>', 'gbk'],
    ['<meta charset=utf-16>', 'utf-8'],
    ['<meta charset=klingon>', undefined],
    ['<p>charset=gbk</p>', undefined],
  ])('is found in %s', (html, charset) => {
    expect(charsetOfHtml(Buffer.from(html))).toBe(charset);
  });

  it('counts where its message names none that could have written it', () => {
    const html = bytesOf('<meta charset=koi8-r><p>\xf0</p>');
    expect([undefined, 'us-ascii', 'klingon', 'windows-1251'].map((label) => htmlLabel(html, label))).toEqual([
      'koi8-r',
      'koi8-r',
      'koi8-r',
      'windows-1251',
    ]);
  });
});

describe('evidence of UTF-8', () => {
  it('is what any decoder says of bytes without a fault', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => isUtf8(Buffer.from(text))));
  });

  it('is not there where bytes of another charset are more frequent', () => {
    expect(isUtf8(bytesOf('a\xe7\xe3o, cora\xe7\xe3o, \xc3\xa1'))).toBe(false);
  });
});
