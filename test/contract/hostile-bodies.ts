import { gzipSync } from 'node:zlib';

const MIB = 1024 * 1024;

/** A body as a client sends it that is careless, broken or hostile. */
export interface HostileBody {
  bytes: Buffer;
  headers?: Record<string, string>;
  status: number;
}

const NESTING = 200;
const TOO_LARGE = 413;

function json(text: string, status = 400): HostileBody {
  return { bytes: Buffer.from(text), status };
}

function bytes(...pieces: (string | number[])[]): HostileBody {
  return { bytes: Buffer.concat(pieces.map((piece) => Buffer.from(piece as string))), status: 400 };
}

function typed(type: string, text = '{}'): HostileBody {
  return { bytes: Buffer.from(text), headers: { 'content-type': type }, status: 400 };
}

function encoded(encoding: string, content: Buffer, status = 400): HostileBody {
  return { bytes: content, headers: { 'content-encoding': encoding }, status };
}

/** Bodies that no route takes, whatever it expects. */
export const HOSTILE_BODIES: Record<string, HostileBody> = {
  'cut off': json('{"a": "b'),
  'without a value': json('{"a":}'),
  'with single quotes': json(`{'a': 1}`),
  'with a trailing comma': json('{"a": 1,}'),
  'with a comment': json('{} // nothing'),
  'two at once': json('{}{}'),
  NaN: json('{"a": NaN}'),
  Infinity: json('-Infinity'),
  'an array': json('[]'),
  'an array with objects': json('[{}]'),
  'a text': json('"text"'),
  'a number': json('42'),
  'a number beyond all': json('1e400'),
  true: json('true'),
  null: json('null'),
  'an unknown field': json('{"Surprise": 1}'),
  'an unknown field of no name': json('{"": 1}'),
  ['__proto__']: json('{"__proto__": {"admin": true}}'),
  constructor: json('{"constructor": {"prototype": {"admin": true}}}'),
  'NUL in a name': json('{"a\\u0000b": 1}'),
  'half a surrogate pair in a name': json('{"\\ud800": 1}'),
  'nested arrays': json('['.repeat(NESTING) + ']'.repeat(NESTING)),
  'nested objects': json('{"a":'.repeat(NESTING) + '1' + '}'.repeat(NESTING)),
  'nesting without end': json('['.repeat(60_000)),
  'a byte that is no UTF-8': bytes('{"a": "', [0xff], '"}'),
  'an overlong NUL': bytes('{"a": "', [0xc0, 0x80], '"}'),
  'a cut off character': bytes('{"a": "', [0xe2, 0x82], '"}'),
  'an encoded surrogate': bytes('{"a": "', [0xed, 0xa0, 0x80], '"}'),
  'UTF-16': { bytes: Buffer.from('{}', 'utf16le'), status: 400 },
  'over 2 MiB': json(`{"a": "${'x'.repeat(2 * MIB)}"}`, TOO_LARGE),
  'white space over 2 MiB': json(`${' '.repeat(2 * MIB)}{}`, TOO_LARGE),
  'plain text': typed('text/plain'),
  XML: typed('application/xml', '<a/>'),
  'a form': typed('application/x-www-form-urlencoded', 'a=1'),
  'a form of parts': typed('multipart/form-data; boundary=x', '--x--'),
  'no known type': typed('x'),
  'a charset other than UTF-8': typed('application/json; charset=utf-16'),
  'gzip that is none': encoded('gzip', Buffer.from('{}')),
  'gzip that is cut off': encoded('gzip', gzipSync('{"a": 1}').subarray(0, 12)),
  'a gzip bomb': encoded('gzip', gzipSync(Buffer.alloc(300 * MIB, ' '), { level: 9 }), TOO_LARGE),
  'an unknown encoding': encoded('br', Buffer.from('{}')),
  'two encodings': encoded('gzip, gzip', gzipSync(gzipSync('{}'))),
};

function parts(...lines: string[]): HostileBody {
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  return { bytes: Buffer.from(lines.join('\r\n')), headers, status: 400 };
}

const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`;

/** Bodies in parts that no route takes, whatever it expects. */
export const HOSTILE_UPLOADS: Record<string, HostileBody> = {
  'parts without a boundary': { ...typed('multipart/form-data'), status: 400 },
  'parts of another boundary': parts('--y', disposition('name="arquivo"; filename="a"'), '', 'x', '--y--', ''),
  'parts that are cut off': parts('--x', disposition('name="arquivo"; filename="a.png"'), '', 'x'),
  'a part without its name': parts('--x', 'Content-Type: text/plain', '', 'x', '--x--', ''),
  'an unknown part': parts('--x', disposition('name="surprise"'), '', 'x', '--x--', ''),
  'an unknown file': parts('--x', disposition('name="surprise"; filename="a.txt"'), '', 'x', '--x--', ''),
  'a part of the prototype': parts('--x', disposition('name="__proto__"'), '', 'x', '--x--', ''),
  'no part': parts('--x--', ''),
  'ten thousand parts': parts(
    ...Array.from({ length: 10_000 }, () => `--x\r\n${disposition('name="a"')}\r\n\r\n1`),
    '--x--',
    '',
  ),
  'a part with headers without end': parts(
    '--x',
    `${disposition('name="a"')}; x="${'y'.repeat(100_000)}"`,
    '',
    'x',
    '--x--',
    '',
  ),
};

/** Texts that no field keeps. */
export const UNSTORABLE_TEXTS = { NUL: 'a\u0000b', 'half a surrogate pair': 'a\ud800b', 'the other half': '\udc00' };

/** Texts that try to break out of a header of a mail. */
export const INJECTIONS = [
  'x\r\nBcc: evil@example.test',
  'x\nBcc: evil@example.test',
  'x\rBcc: evil@example.test',
  'x\r\n\r\nBcc: evil@example.test',
  'x\u000bBcc: evil@example.test',
  'x\u0085Bcc: evil@example.test',
  'x\u2028Bcc: evil@example.test',
];

/** Values of a whole number in a query that are none, or none that can be meant. */
export const ABSURD_NUMBERS = [
  'NaN',
  'Infinity',
  '1e400',
  '1e2',
  '-1',
  '-0.5',
  '1.5',
  '0x10',
  '9007199254740993',
  '99999999999999999999999999',
  '١',
  '１',
  '',
  ' ',
  '%00',
  '1%00',
  '%ff',
  '1,2',
  'true',
  'null',
  '[1]',
];
