import { real, type RealMail } from './real-mail.js';

const header = (name: string, lines: readonly string[], shown: RealMail['shown']): RealMail =>
  real(
    name,
    [
      ...(lines.some((line) => line.startsWith('From:')) ? [] : ['From: a@sender.test']),
      ...(lines.some((line) => line.startsWith('To:')) ? [] : ['To: hello@shop.test']),
      ...lines,
      '',
      'x',
    ],
    shown,
  );

const subject = (name: string, line: string, shown: string): RealMail =>
  header(name, [`Subject: ${line}`], { subject: shown });

const dated = (written: string, date: string): RealMail =>
  header(`the date ${written}`, [`Date: ${written}`], { date });

/** Names, subjects and dates as programs write them. */
export const HEADER_MAILS: readonly RealMail[] = [
  header(
    'a group without members, and one with',
    ['To: undisclosed-recipients:;', 'Cc: Sales: ana@x.test, "Lima, B" <b@x.test>;, c@x.test'],
    {
      to: [],
      cc: [
        ['', 'ana@x.test'],
        ['Lima, B', 'b@x.test'],
        ['', 'c@x.test'],
      ],
    },
  ),
  header('a comma in an encoded name', ['From: =?utf-8?Q?Prado=2C_Rita?= <rita@sender.test>'], {
    from: ['Prado, Rita', 'rita@sender.test'],
  }),
  header('an address in an encoded name', ['To: =?utf-8?Q?Z=C3=A9_=3Cceo=40bank.test=3E?= <ze@x.test>'], {
    to: [['Zé <ceo@bank.test>', 'ze@x.test']],
  }),
  header(
    'encoded words in quotes, folded',
    ['From: "=?utf-8?Q?A_name_that?=', ' =?utf-8?Q?_goes_on?="', ' <rita@sender.test>'],
    {
      from: ['A name that goes on', 'rita@sender.test'],
    },
  ),
  header('an encoded word in a part of the quotes', ['From: "=?UTF-8?Q?Pra=C3=A7a?= Nova" <rita@sender.test>'], {
    from: ['Praça Nova', 'rita@sender.test'],
  }),
  header('a name in two encoded words', ['From: =?UTF-8?B?UsOtdGEgUHI=?= =?UTF-8?B?YWRv?= <rita@sender.test>'], {
    from: ['Ríta Prado', 'rita@sender.test'],
  }),
  subject(
    'a character split between two words of B',
    '=?utf-8?B?UmV1bmnDow==?= =?utf-8?B?byDigg==?=\r\n =?utf-8?B?rA==?=',
    'Reunião €',
  ),
  subject('a character split between two words of Q', '=?UTF-8?Q?Pra=C3?=\r\n =?UTF-8?Q?=A7a?= nova', 'Praça nova'),
  subject('a word without a blank before the next', '=?utf-8?Q?Pra=C3=A7a?==?utf-8?Q?_nova?=', 'Praça nova'),
  subject(
    'underscores, and a word that begins with a blank',
    'Re: =?UTF-8?Q?Nota_n=C2=BA_3?= =?UTF-8?Q?_paga?=',
    'Re: Nota nº 3 paga',
  ),
  subject('blanks and a question mark in a word', '=?utf-8?Q?Pra=C3=A7a nova, tudo bem??=', 'Praça nova, tudo bem?'),
  subject('the language of a word', '=?utf-8*pt-BR?Q?Ol=C3=A1?=', 'Olá'),
  subject('two charsets', '=?iso-8859-1?Q?a=E7=E3o?= =?utf-8?Q?_=E2=9C=93?=', 'ação ✓'),
  header(
    'marks that turn the direction',
    [
      'From: "\xe2\x80\xaegro.knab@oec\xe2\x80\xac" <x@evil.test>',
      'Subject: see \xe2\x81\xa7fdp.exe\xe2\x81\xa9 \xe2\x80\x8f!',
    ],
    {
      from: ['gro.knab@oec', 'x@evil.test'],
      subject: 'see fdp.exe !',
    },
  ),
  header('the same in encoded words', ['Subject: =?utf-8?B?4oCudHh0LmV4ZQ==?='], { subject: 'txt.exe' }),
  header('no recipients, of a list', ['Subject: news', 'List-Unsubscribe: <https://x.test/u>, <mailto:u@x.test>'], {
    subject: 'news',
  }),
  dated('Thursday, 26 November 2026 10:00:00 GMT+0100 (CET)', '2026-11-26T09:00:00.000Z'),
  dated('Fri, 21 Nov 97 09:55:06 -0600', '1997-11-21T15:55:06.000Z'),
  dated('Fri, 21 Nov 2025 09:55:06', '2025-11-21T09:55:06.000Z'),
  dated('1 Jan 2025 9:5:6 +0900', '2025-01-01T00:05:06.000Z'),
  dated('Qua, 4 Fev 2026 08:00:00 -0300', '2026-02-04T11:00:00.000Z'),
  dated('Fri, 21 Nov 2025 09:55:06 BRT', '2025-11-21T12:55:06.000Z'),
  header('no date, but when it was received', ['Received: from a by b; Mon, 05 Jan 2026 10:00:00 -0300'], {
    date: '2026-01-05T13:00:00.000Z',
  }),
  header('a date that is none', ['Received: from a by b;', '\tMon, 05 Jan 2026 10:00:00 -0300 (BRT)', 'Date: soon'], {
    date: '2026-01-05T13:00:00.000Z',
  }),
];
