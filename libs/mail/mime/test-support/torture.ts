/** A message that breaks rules, or is made to break its readers. */
export interface TortureMessage {
  name: string;
  raw(): Buffer;
}

const HEAD = 'From: a@x.test\r\nTo: b@x.test\r\nSubject: torture\r\nMIME-Version: 1.0\r\n';
const message = (name: string, text: () => string): TortureMessage => ({
  name,
  raw: () => Buffer.from(text(), 'latin1'),
});

/** @param megabytes how large the messages are that try memory */
export function tortureMessages(megabytes = 1): TortureMessage[] {
  const bytes = megabytes * 1024 * 1024;
  return [
    message('empty', () => ''),
    message('a header alone', () => 'Subject: alone'),
    message('no blank line after the header', () => `${HEAD}this is text\r\nmore\r\n`),
    message('bare LF', () => `${HEAD}\r\nbody\r\n`.replaceAll('\r\n', '\n')),
    message('only CR', () => `${HEAD}\r\nbody\r\n`.replaceAll('\r\n', '\r')),
    message('a boundary that never comes', () => `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\ntext\r\n`),
    message('no boundary at all', () => `${HEAD}Content-Type: multipart/mixed\r\n\r\n--x\r\n\r\ntext\r\n--x--\r\n`),
    message(
      'a boundary that is not closed',
      () => `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntext`,
    ),
    message('parts within each other a hundred times', () => nested(100)),
    message('ten thousand parts', () => parts(10_000)),
    message('8-bit header', () => 'From: J\xf3se <a@x.test>\r\nSubject: S\xe3o Paulo\r\n\r\ntext'),
    message(
      'text that is not in its charset',
      () => `${HEAD}Content-Type: text/plain; charset=utf-8\r\n\r\nS\xe3o Paulo`,
    ),
    message('an unknown charset', () => `${HEAD}Content-Type: text/plain; charset=klingon\r\n\r\nnuqneH`),
    message(
      'a bomb of encoded words',
      () => `From: a@x.test\r\nSubject: ${'=?utf-8?q?=41?= '.repeat(20_000)}\r\n\r\ntext`,
    ),
    message('encoded words that are broken', () => 'Subject: =?utf-8?b?####?= =?utf-8?q?=?= =?x?y?z?=\r\n\r\ntext'),
    message('a header line of a megabyte', () => `Subject: ${'a'.repeat(bytes)}\r\n\r\ntext`),
    message('a million addresses', () => `To: ${'a@x.test, '.repeat(bytes / 10)}\r\nSubject: s\r\n\r\ntext`),
    message('groups and comments without an end', () => `To: ${'group: ('.repeat(10_000)}\r\n\r\ntext`),
    message('parameters without an end', () => `${HEAD}Content-Type: text/plain; ${'a="'.repeat(20_000)}\r\n\r\ntext`),
    message('winmail.dat', () => tnef()),
    message('base64 in one line', () => base64Line(bytes)),
    message(
      'quoted-printable that ends in the middle',
      () => `${HEAD}Content-Transfer-Encoding: quoted-printable\r\n\r\na=4`,
    ),
    message('html of tags', () => `${HEAD}Content-Type: text/html\r\n\r\n${'<div>'.repeat(bytes / 5)}`),
    message('NUL in text and header', () => 'Subject: a\0b\r\n\r\na\0b\r\n'),
    message('a name with a path and marks', () => file('..\\..\\\xe2\x80\xaegpj.exe')),
  ];
}

function nested(depth: number): string {
  let text = HEAD;
  for (let n = 0; n < depth; n += 1) text += `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
  text += 'Content-Type: text/plain\r\n\r\ndeep\r\n';
  for (let n = depth - 1; n >= 0; n -= 1) text += `--b${n}--\r\n`;
  return text;
}

function parts(count: number): string {
  const part = '--b\r\nContent-Type: application/x-part; name=p\r\n\r\nx\r\n';
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--\r\n`;
}

function tnef(): string {
  const type = 'Content-Type: application/ms-tnef; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${type}eJ8+IgEQAAgA\r\n--b--\r\n`;
}

function base64Line(bytes: number): string {
  const type = 'Content-Type: application/octet-stream; name=big.bin\r\nContent-Transfer-Encoding: base64\r\n\r\n';
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${type}${'QUJD'.repeat(bytes / 4)}\r\n--b--\r\n`;
}

function file(name: string): string {
  const type = `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n`;
  return `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${type}MZ\r\n--b--\r\n`;
}
