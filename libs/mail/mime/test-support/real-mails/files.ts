import { base64, html, multipart, picture, plain, type RealMail, withBasics } from './real-mail.js';

/** A message with a text and one more part. */
const withPart = (name: string, part: readonly string[], shown: RealMail['shown'], subtype = 'mixed'): RealMail =>
  withBasics(name, multipart(subtype, [plain('See the file.'), part]), shown);

const named = (name: string, disposition: string, file: string): RealMail =>
  withPart(name, ['Content-Type: application/pdf', `Content-Disposition: ${disposition}`, '', 'pdf'], {
    files: [[file, 'pdf']],
    hasAttachments: true,
  });

/** Pictures in HTML, by what it calls them. */
const shownPicture = (name: string, source: string, part: readonly string[], subtype = 'related'): RealMail =>
  withBasics(name, multipart(subtype, [html(`<p>Look</p><img src="${source}">`), part]), {
    html: ['<p>Look</p>', 'src="'],
    pictures: 1,
    hasAttachments: false,
  });

/** Files of a message, and what looks like one. */
export const FILE_MAILS: readonly RealMail[] = [
  withBasics(
    'base64 in chunks with padding of their own',
    [
      'Content-Type: application/octet-stream; name=a.bin',
      'Content-Transfer-Encoding: base64',
      '',
      base64('one piece.'),
      base64('another one'),
      base64('end!'),
    ],
    { files: [['a.bin', 'one piece.another oneend!']], hasAttachments: true },
  ),
  withPart(
    'uuencode',
    [
      'Content-Type: application/octet-stream',
      'Content-Transfer-Encoding: x-uuencode',
      'Content-Disposition: attachment; filename=t.txt',
      '',
      'begin 644 t.txt',
      '(2&5L;&\\@=74``',
      '`',
      'end',
    ],
    { files: [['t.txt', 'Hello uu']], hasAttachments: true },
  ),
  named('a path of Windows', 'attachment; filename="C:\\Users\\rita\\nota.pdf"', 'nota.pdf'),
  named('blanks without quotes', 'attachment; filename=my annual report.pdf', 'my annual report.pdf'),
  named('blanks without quotes, before a parameter', 'attachment; filename=my report.pdf size=3', 'my report.pdf'),
  named(
    'pieces, encoded and plain',
    'attachment; filename*0*=UTF-8\'\'relat%C3%B3rio%20; filename*1*=de%20a%C3; filename*2*=%A7%C3%A3o; filename*3=".pdf"',
    'relatório de ação.pdf',
  ),
  named('an encoded word', 'attachment; filename="=?utf-8?Q?a=C3=A7=C3=A3o.pdf?="', 'ação.pdf'),
  named('marks that turn the direction', 'attachment; filename="a\xe2\x80\xaefdp.exe"', 'afdp.exe'),
  withPart(
    'an invitation to a meeting',
    ['Content-Type: text/calendar; method=REQUEST', '', 'BEGIN:VCALENDAR'],
    { text: 'See the file.', hasAttachments: false },
    'alternative',
  ),
  withPart(
    'a text for AMP',
    ['Content-Type: text/x-amp-html', '', '<html amp4email></html>'],
    { text: 'See the file.', hasAttachments: false },
    'alternative',
  ),
  withPart(
    'a signature of PGP',
    ['Content-Type: application/pgp-signature; name=signature.asc', '', '-----BEGIN PGP SIGNATURE-----'],
    { hasAttachments: false },
    'signed',
  ),
  withPart(
    'a signature of S/MIME',
    [
      'Content-Type: application/pkcs7-signature; name=smime.p7s',
      'Content-Disposition: attachment; filename=smime.p7s',
      '',
      'x',
    ],
    { hasAttachments: false },
    'signed',
  ),
  withBasics(
    'a report of a mail that was not delivered',
    multipart('report', [
      plain('Not delivered'),
      ['Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x.test'],
      ['Content-Type: message/rfc822', '', 'Subject: sent'],
    ]),
    { text: 'Not delivered', hasAttachments: false },
  ),
  withPart(
    'a message that is forwarded',
    ['Content-Type: message/rfc822', '', 'From: z@z.test', 'Subject: inner', '', 'the inner text'],
    {
      text: 'See the file.',
      files: [['message.eml', 'From: z@z.test\r\nSubject: inner\r\n\r\nthe inner text']],
      hasAttachments: true,
    },
  ),
  withPart(
    'a message in base64 that is forwarded',
    [
      'Content-Type: message/rfc822',
      'Content-Transfer-Encoding: base64',
      '',
      base64('Subject: inner\r\n\r\nthe inner text'),
    ],
    {
      files: [['message.eml', 'Subject: inner\r\n\r\nthe inner text']],
      hasAttachments: true,
    },
  ),
  shownPicture(
    'a picture beside its HTML',
    'cid:logo@1',
    picture('Content-ID: <logo@1>', 'Content-Disposition: inline; filename=logo.png'),
    'mixed',
  ),
  shownPicture(
    'a picture that is attached and shown',
    'cid:logo@1',
    picture('Content-ID: <logo@1>', 'Content-Disposition: attachment; filename=logo.png'),
  ),
  shownPicture('an escape in the name of a picture', 'cid:logo%40x.test', picture('Content-ID: <logo@x.test>')),
  shownPicture('an entity in the name of a picture', 'CID:a&amp;b@x.test', picture('Content-ID: <a&b@x.test>')),
  shownPicture('a picture by its place', 'logo.png', picture('Content-Location: logo.png')),
  shownPicture(
    'a picture by its whole place',
    'https://x.test/logo.png',
    picture('Content-Location: https://x.test/logo.png'),
  ),
  shownPicture(
    'a picture by the name of its file',
    'cid:logo.png',
    picture('Content-Disposition: inline; filename="logo.png"'),
  ),
  shownPicture('a picture that says it is any file', 'cid:p@x', [
    'Content-Type: application/octet-stream; name=p.png',
    'Content-ID: <p@x>',
    '',
    'PNG',
  ]),
  withBasics(
    'a picture before the HTML',
    [
      'Content-Type: multipart/related; boundary=b; start="<root>"; type="text/html"',
      '',
      '--b',
      ...picture('Content-ID: <i1>'),
      '--b',
      'Content-Type: text/html',
      'Content-ID: <root>',
      '',
      '<p>Look</p><img src="cid:i1">',
      '--b--',
    ],
    { text: 'Look', pictures: 1, hasAttachments: false },
  ),
  withPart(
    'a photograph that no HTML shows',
    picture('Content-ID: <photo>', 'Content-Disposition: inline; filename=photo.png'),
    { pictures: 0, hasAttachments: true },
  ),
];
