import { describe, expect, it } from 'vitest';
import { bounce, multipart, outcomes } from '../../test-support/bounces.js';
import { dsn } from '../../test-support/reports.js';
import { parseReport } from './parse-report.js';

type Case = [what: string, headers: Record<string, string>, text: string, expected: string[]];

const said = async ([, headers, text]: Case) => outcomes(await parseReport(bounce(headers, text)));

const REASONS: Case[] = [
  [
    'a footer of a virus scanner is no reason',
    { Subject: 'Undeliverable: Hello' },
    `Your message to ana@example.test could not be delivered: the user is unknown.

This e-mail was scanned for viruses and spam by ExampleScan.
`,
    ['ana@example.test failed hard'],
  ],
  [
    'a footer of confidentiality is no reason',
    { Subject: 'Undeliverable: Hello' },
    `ana@example.test
Mailbox does not exist

CONFIDENTIALITY NOTICE: this message is for the addressee. If you are not authorized to read it, use is prohibited.
`,
    ['ana@example.test failed hard'],
  ],
  [
    'a signature is no reason',
    { Subject: 'Undeliverable: Hello' },
    `ana@example.test
No such user here

--
Example Ltd. Our mailbox is full of ideas. Blocked by nobody.
`,
    ['ana@example.test failed hard'],
  ],
  [
    'a footer in German is no reason',
    { Subject: 'Unzustellbar: Hello' },
    `ana@example.test
Empfänger unbekannt

Diese E-Mail wurde auf Viren und Spam geprüft.
`,
    ['ana@example.test failed hard'],
  ],
  [
    'a footer below the reason, in one paragraph with it',
    { Subject: 'Undeliverable: Hello' },
    `ana@example.test
No such user here
______________________________________________
This email has been scanned by ExampleScan.
Report this email as spam with the button below.
`,
    ['ana@example.test failed hard'],
  ],
  [
    'a warning whose text says that nobody is there',
    { Subject: 'Warning: message could not be delivered' },
    'ana@example.test: no such user\n',
    ['ana@example.test failed hard'],
  ],
  [
    'a warning with a permanent code',
    { Subject: 'Warning: could not send message' },
    '<ana@example.test>: 550 5.1.1 User unknown\n',
    ['ana@example.test failed hard'],
  ],
  [
    'a warning of a delay',
    { Subject: 'Warning: could not send message for past 4 hours' },
    '<ana@example.test>... Deferred: Connection timed out\nWill keep trying until message is 5 days old\n',
    ['ana@example.test delayed'],
  ],
  [
    'a mail that was postponed for a full mailbox',
    { Subject: 'Delivery postponed' },
    'The delivery to ana@example.test was postponed due to a full mailbox. It will be tried again.\n',
    ['ana@example.test delayed'],
  ],
  [
    'a mail that is postponed, without more',
    { Subject: 'Message postponed: mailbox full' },
    'Your message to <ana@example.test> has been postponed due to a full mailbox.\n',
    ['ana@example.test delayed'],
  ],
  [
    'a report without fields, from an address like any other',
    {
      From: 'Mail Service <noreply@gateway.example.test>',
      Subject: 'Message status',
      'Content-Type': multipart('report', []).type,
    },
    multipart('report', [
      'Content-Type: text/plain\n\nThe mail to ana@example.test could not be delivered: user unknown',
      'Content-Type: message/delivery-status\n\nReporting-MTA: dns; gateway.example.test',
    ]).body,
    ['ana@example.test failed hard'],
  ],
  [
    'a report whose fields are empty',
    {
      From: 'IT <it@example.test>',
      Subject: 'Undeliverable: Hello',
      'Content-Type': multipart('report', []).type,
    },
    multipart('report', [
      'Content-Type: text/plain\n\n<ana@example.test>: No such user here',
      'Content-Type: message/delivery-status\n\nReporting-MTA: dns; x.test\n\nFinal-Recipient:\nAction:\nStatus:',
    ]).body,
    ['ana@example.test failed hard'],
  ],
];

const SIEVE = {
  'Auto-Submitted': 'auto-replied (rejected)',
  From: 'Mail Delivery Subsystem <postmaster@example.test>',
};

const REFUSALS: Case[] = [
  [
    'of Dovecot',
    { ...SIEVE, Subject: 'Automatically rejected mail' },
    'Your message to <ana@example.test> was automatically rejected:\nI want no mail of this kind\n',
    ['ana@example.test failed block'],
  ],
  [
    'of Dovecot, as a receipt',
    {
      ...SIEVE,
      Subject: 'Automatically rejected mail',
      'Content-Type': 'multipart/report; report-type=disposition-notification; boundary="part-of-mixed"',
    },
    multipart('mixed', [
      'Content-Type: text/plain\n\nYour message to <ana@example.test> was automatically rejected:\nNot interested',
      'Content-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; ana@example.test\n' +
        'Disposition: automatic-action/MDN-sent-automatically; deleted',
    ]).body,
    ['ana@example.test failed block'],
  ],
  [
    'of a full mailbox',
    { ...SIEVE, Subject: 'Rejected: Hello' },
    'Your message to <ana@example.test> was automatically rejected:\nQuota exceeded (mailbox for user is full)\n',
    ['ana@example.test failed soft'],
  ],
  [
    'by a person’s filter that claims to be gone',
    { ...SIEVE, From: 'ana@example.test', Subject: 'Rejected: Hello' },
    'Your message to <ana@example.test> was automatically rejected:\nThis address does not exist\n',
    ['ana@example.test failed block'],
  ],
];

const INNER = `Content-Type: message/rfc822

${dsn({ 'Final-Recipient': 'rfc822; ana@example.test', Action: 'failed', Status: '5.1.1' }).toString().replace(/\r/g, '')}`;

const WRAPPED: Case[] = [
  [
    'attached below a scanner’s note',
    { Subject: 'Undelivered Mail Returned to Sender', 'Content-Type': multipart('mixed', []).type },
    multipart('mixed', ['Content-Type: text/plain\n\nThis mail was checked by ExampleScan.', INNER]).body,
    ['ana@example.test failed hard'],
  ],
  [
    'as a part of a scanner’s mail',
    { Subject: 'Undelivered Mail Returned to Sender', 'Content-Type': multipart('mixed', []).type },
    multipart('mixed', [
      `Content-Type: ${multipart('report', []).type}\n\n${
        multipart('report', [
          'Content-Type: text/plain\n\nNot delivered.',
          'Content-Type: message/delivery-status\n\nReporting-MTA: dns; x.test\n\nFinal-Recipient: rfc822; ana@example.test\nAction: failed\nStatus: 5.1.1',
        ]).body
      }`,
      'Content-Type: text/plain\n\nChecked by ExampleScan.',
    ]).body,
    ['ana@example.test failed hard'],
  ],
  [
    'attached below a scanner’s note, from an address like any other',
    {
      From: 'Scanner <scan@example.test>',
      Subject: 'Scanned: Undelivered Mail Returned to Sender',
      'Content-Type': multipart('mixed', []).type,
    },
    multipart('mixed', ['Content-Type: text/plain\n\nThis mail was checked by ExampleScan.', INNER]).body,
    ['ana@example.test failed hard'],
  ],
];

describe('the reason of a bounce', () => {
  it.each(REASONS)('is understood: %s', async (...one) => {
    expect(await said(one)).toEqual(one[3]);
  });
});

describe('a refusal by a filter of the mailbox', () => {
  it.each(REFUSALS)('holds for this mail, and says nothing of the address: %s', async (...one) => {
    expect(await said(one)).toEqual(one[3]);
  });
});

describe('a report inside another mail', () => {
  it.each(WRAPPED)('is read: %s', async (...one) => {
    expect(await said(one)).toEqual(one[3]);
  });

  it('is not read if a person forwards it', async () => {
    const headers = {
      From: 'Ana <ana@example.test>',
      Subject: 'Fwd: Undelivered Mail',
      'Content-Type': multipart('mixed', []).type,
    };
    const { body } = multipart('mixed', ['Content-Type: text/plain\n\nLook at this.', INNER]);
    expect(await parseReport(bounce(headers, body))).toBeNull();
  });
});

describe('a domain that takes no mail', () => {
  it.each([
    ['556 Domain does not accept mail', undefined],
    ['521 example.test does not accept mail (see RFC 7504)', undefined],
    ['521 5.3.2 Server does not accept mail', '5.3.2'],
    ['550 5.1.10 Recipient address has null MX', '5.1.10'],
    ['Domain example.test does not accept mail (nullMX)', undefined],
    ['The domain has a null MX record', '5.1.10'],
  ])('is gone for good: %s', async (diagnostic, status) => {
    const fields = {
      'Final-Recipient': 'rfc822; ana@example.test',
      Action: 'failed',
      ...(status && { Status: status }),
    };
    const raw = dsn({ ...fields, 'Diagnostic-Code': `smtp; ${diagnostic}` });
    expect(outcomes(await parseReport(raw))).toEqual(['ana@example.test failed hard']);
  });

  it.each(['521 5.7.1 Your IP 192.0.2.1 is blocked', '550 5.7.27 Sender address has null MX'])(
    'is not one that refuses the sender: %s',
    async (diagnostic) => {
      const fields = { 'Final-Recipient': 'rfc822; ana@example.test', Action: 'failed' };
      const raw = dsn({ ...fields, 'Diagnostic-Code': `smtp; ${diagnostic}` });
      expect(outcomes(await parseReport(raw))).toEqual(['ana@example.test failed block']);
    },
  );
});

describe('a fault inside the receiving server', () => {
  it.each([
    'x-unix; procmail: Couldn\'t create "/var/spool/mail/ana" id: host: No such user',
    'x-unix; maildrop: Unable to open mailbox.',
    'x-unix; procmail: Lock failure on "/var/mail/ana.lock"',
    'x-unix; procmail: Error while writing to "/var/mail/ana"',
    'X-Postfix; execvp /usr/bin/procmail: No such file or directory',
    'x-unix; maildrop: Permission denied',
    'x-unix; Segmentation fault (core dumped)',
    'x-unix; unknown mailer error 2',
    'x-unix; cannot create temporary file in /var/mail: No such user',
    'x-unix; command died with status 2: "/usr/bin/procmail". User unknown',
  ])('says nothing of the address: %s', async (diagnostic) => {
    const fields = { 'Final-Recipient': 'rfc822; ana@example.test', Action: 'failed', Status: '5.1.1' };
    const raw = dsn({ ...fields, 'Diagnostic-Code': diagnostic });
    expect(outcomes(await parseReport(raw))).toEqual(['ana@example.test failed soft']);
  });
});
