import { base64, multipart, real, type RealMail, withBasics } from './real-mail.js';

const text = (name: string, charset: string, latin1: string, shown: string): RealMail =>
  withBasics(name, [...(charset ? [`Content-Type: text/plain; charset=${charset}`] : []), '', latin1], { text: shown });

/** Texts in the charsets of their programs. */
export const CHARSET_MAILS: readonly RealMail[] = [
  text('windows-1252', 'windows-1252', 'Or\xe7amento \x93anual\x94 \x96 \x80 25\x85', 'Orçamento “anual” – € 25…'),
  text('windows-1252 that says latin-1', 'iso-8859-1', 'it\x92s \x80 5 \x96 \x93ok\x94', 'it’s € 5 – “ok”'),
  text('windows-1252 that says nothing', '', '\x80 5 \x96 caf\xe9', '€ 5 – café'),
  text('windows-1252 that says ASCII', 'us-ascii', '\x80 5 \x96 caf\xe9', '€ 5 – café'),
  text('windows-1252 that says UTF-8', 'utf-8', 'S\xe3o Jo\xe3o \x96 \x80 5', 'São João – € 5'),
  withBasics(
    'windows-1252 in HTML',
    [
      'Content-Type: text/html; charset=windows-1252',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<b>=93a=E7=E3o=94 =80 5</b>',
    ],
    { text: '“ação” € 5', html: ['<b>“ação” € 5</b>'] },
  ),
  real(
    'windows-1252 in its header',
    [
      'From: =?windows-1252?Q?Andr=E9_=93Ded=E9=94?= <andre@sender.test>',
      'To: hello@shop.test',
      'Subject: =?windows-1252?Q?Or=E7amento_=96_=80_25?=',
      '',
      'x',
    ],
    { from: ['André “Dedé”', 'andre@sender.test'], subject: 'Orçamento – € 25' },
  ),
  real(
    'bytes beyond ASCII in its header',
    ['From: Andr\xe9 <andre@sender.test>', 'To: hello@shop.test', 'Subject: Reuni\xe3o \x96 sala', '', 'x'],
    { from: ['André', 'andre@sender.test'], subject: 'Reunião – sala' },
  ),
  real(
    'bytes beyond ASCII beside an encoded word',
    ['From: a@sender.test', 'To: hello@shop.test', 'Subject: =?iso-8859-2?Q?Za=BF=F3=B3=E6?= g\xea\xb6l\xb1', '', 'x'],
    { subject: 'Zażółć gęślą' },
  ),
  real(
    'UTF-8 beside an encoded word of latin-1',
    ['From: a@sender.test', 'To: hello@shop.test', 'Subject: =?iso-8859-1?Q?A=E7=E3o?= caf\xc3\xa9', '', 'x'],
    { subject: 'Ação café' },
  ),
  text('one bad byte in UTF-8', 'utf-8', 'Amanh\xc3\xa3 \xc3\xa0s dez, sim\xe9.', 'Amanhã às dez, sim\ufffd.'),
  text(
    'one bad byte in UTF-8 without a label',
    '',
    'Amanh\xc3\xa3 \xc3\xa0s dez, sim\xe9.',
    'Amanhã às dez, sim\ufffd.',
  ),
  text('a cut character in UTF-8', 'utf-8', 'a\xc3\xa7\xc3\xa3o \xe2\x82 fim', 'ação \ufffd fim'),
  text('ISO-2022-JP', 'iso-2022-jp', '\x1b$B$*$O$h$&\x1b(B', 'おはよう'),
  text('ISO-2022-JP without a label', '', '\x1b$B$*$O$h$&\x1b(B', 'おはよう'),
  text('ISO-2022-KR', 'iso-2022-kr', '\x1b$)C\x0e0(;g\x0f!', '감사!'),
  text('EUC-KR by another name', 'ks_c_5601-1987', '\xb0\xa8\xbb\xe7', '감사'),
  text('a code page of DOS', 'ibm437', 'vo\x88 fa\x87a', 'voê faça'),
  text('a code page of DOS by its number', 'cp850', 'S\xc6o \xd5', 'São ı'),
  text('UTF-7', 'utf-7', 'A+AOcA4w-o +IKw- 5', 'Ação € 5'),
  text('KOI8-R', 'koi8-r', '\xf3\xd0\xc1\xd3\xc9\xc2\xcf', 'Спасибо'),
  text('GBK that says GB2312', 'gb2312', '\xd0\xbb\xd0\xbb \xe9F', '谢谢 镕'),
  withBasics(
    'UTF-16',
    [
      'Content-Type: text/plain; charset=utf-16',
      'Content-Transfer-Encoding: base64',
      '',
      base64('\xfe\xff\0O\0i\0 \x20\xac'),
    ],
    { text: 'Oi €' },
  ),
  withBasics(
    'a charset that the HTML alone names',
    ['Content-Type: text/html', '', '<html><head><meta charset="iso-8859-2"></head><body>g\xea\xb6l</body></html>'],
    { text: 'gęśl' },
  ),
  withBasics(
    'a charset of each part',
    multipart('mixed', [
      ['Content-Type: text/plain; charset=windows-1251', '', '\xc4\xe0'],
      ['Content-Type: text/plain; charset=utf-8', '', 'n\xc3\xa3o'],
    ]),
    { text: 'Да\nnão' },
  ),
];
