import { base64, html, multipart, plain, type RealMail, withBasics } from './real-mail.js';

const FOOTER = ['', '_______________', 'The list of the club', 'club@lists.test'];

/** Texts of a message, wherever they stand in it. */
export const BODY_MAILS: readonly RealMail[] = [
  withBasics(
    'base64 with a footer behind its padding',
    [
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64('Reuni\xc3\xa3o \xc3\xa0s dez.'),
      ...FOOTER,
    ],
    { text: 'Reunião às dez.' },
  ),
  withBasics(
    'base64 without padding, with a footer',
    [
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      base64('Reuni\xc3\xa3o \xc3\xa0s 10.'),
      ...FOOTER,
    ],
    { text: 'Reunião às 10.' },
  ),
  withBasics(
    'text that says it is base64',
    ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: base64', '', 'See you, at ten.'],
    { text: 'See you, at ten.' },
  ),
  withBasics('HTML, then a plain footer', multipart('mixed', [html('<p>Signed</p>'), plain('-- <list>')]), {
    text: 'Signed\n-- <list>',
    html: ['<p>Signed</p>', '-- &lt;list&gt;'],
    hasAttachments: false,
  }),
  withBasics('plain text, then a footer of HTML', multipart('mixed', [plain('Signed'), html('<p>Disclaimer</p>')]), {
    text: 'Signed\nDisclaimer',
    html: ['Signed', '<p>Disclaimer</p>'],
  }),
  withBasics(
    'alternatives, then a footer',
    multipart('mixed', [multipart('alternative', [plain('Signed'), html('<b>Signed</b>')]), plain('footer')]),
    { text: 'Signed\nfooter', html: ['<b>Signed</b>', 'footer'] },
  ),
  withBasics(
    'a file between two texts',
    multipart('alternative', [
      plain('Before\r\n\r\nAfter'),
      multipart('mixed', [
        html('<p>Before</p>'),
        ['Content-Type: application/pdf', 'Content-Disposition: inline; filename="a.pdf"', '', 'pdf'],
        html('<p>After</p>'),
      ]),
    ]),
    { html: ['<p>Before</p>', '<p>After</p>'], files: [['a.pdf', 'pdf']], hasAttachments: true },
  ),
  withBasics('a blank plain text beside HTML', multipart('alternative', [plain(' \r\n\u00a0'), html('<p>Here</p>')]), {
    text: 'Here',
    html: ['<p>Here</p>'],
  }),
  withBasics(
    'blank HTML beside a plain text',
    multipart('alternative', [plain('Here'), html('<html><body></body></html>')]),
    {
      text: 'Here',
      html: null,
    },
  ),
  withBasics(
    'a Content-Type without a semicolon',
    ['Content-Type: multipart/mixed boundary="b"', '', '--b', ...plain('Here'), '--b--'],
    {
      text: 'Here',
      files: [],
    },
  ),
  withBasics('an empty Content-Type', ['Content-Type: ', '', 'Here'], { text: 'Here', files: [] }),
  withBasics('a Content-Type that is none', ['Content-Type: charset=utf-8', '', 'Aqui \xc3\xa9'], {
    text: 'Aqui é',
    files: [],
  }),
  withBasics('a part with a Content-Type that is none', multipart('mixed', [['Content-Type: plain', '', 'Here']]), {
    text: 'Here',
    files: [],
  }),
  withBasics(
    'lines that flow',
    [
      'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes',
      '',
      'One line that is bro ',
      'ken.',
      '> quoted ',
      '>  text',
      'End',
    ],
    {
      text: 'One line that is broken.\n> quoted text\nEnd',
    },
  ),
  withBasics(
    'lines that flow and keep their blanks',
    ['Content-Type: text/plain; format=Flowed', '', 'One line ', 'of two.', '-- ', 'Rita'],
    {
      text: 'One line of two.\n-- \nRita',
    },
  ),
  withBasics(
    'a body with a name',
    ['Content-Type: text/plain; name="note.txt"', 'Content-Disposition: inline', '', 'Here'],
    {
      text: 'Here',
      files: [],
    },
  ),
  withBasics(
    'a body with a name, before a file',
    multipart('mixed', [
      ['Content-Type: text/plain; name="body.txt"', '', 'Here'],
      ['Content-Type: text/plain; name="b.txt"', '', 'file'],
    ]),
    { text: 'Here', files: [['b.txt', 'file']], hasAttachments: true },
  ),
  withBasics(
    'a text that is attached',
    multipart('mixed', [
      ['Content-Type: text/plain', 'Content-Disposition: attachment; filename=a.txt', '', 'file'],
      plain('Here'),
    ]),
    {
      text: 'Here',
      files: [['a.txt', 'file']],
    },
  ),
  withBasics(
    'HTML in a part that says it is plain',
    ['Content-Type: text/plain; charset=utf-8', '', '<!DOCTYPE html><html><body><p>Readable</p></body></html>'],
    {
      text: 'Readable',
      html: ['<p>Readable</p>'],
    },
  ),
  withBasics(
    'lines that only look like a boundary',
    [
      'Content-Type: multipart/mixed; boundary="=_x=_"',
      '',
      '--=_x=_',
      ...plain('Here\r\n-- \r\nRita\r\n--=_x=_y'),
      '--=_x=_--',
    ],
    { text: 'Here\r\n-- \r\nRita\r\n--=_x=_y' },
  ),
  withBasics(
    'single quotes around a boundary',
    ["Content-Type: multipart/mixed; boundary='b'", '', "--'b'", ...plain('Here'), "--'b'--"],
    {
      text: 'Here',
    },
  ),
  withBasics(
    'single quotes that its lines lack',
    ["Content-Type: multipart/mixed; boundary='b'", '', '--b', ...plain('Here'), '--b--'],
    {
      text: 'Here',
    },
  ),
];
