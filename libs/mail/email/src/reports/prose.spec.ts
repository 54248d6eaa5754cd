import { describe, expect, it } from 'vitest';
import { mail } from '../../test-support/reports.js';
import { parseReport } from './parse-report.js';

/** A bounce in a server's own format, whose sender and subject are the first two. */
type Bounce = [server: string, from: string, subject: string, text: string, expected: object[]];

const hard = { recipient: 'ana@example.test', action: 'failed', type: 'hard' };
const soft = { ...hard, type: 'soft' };
const delayed = { recipient: 'ana@example.test', action: 'delayed' };

const BOUNCES: Bounce[] = [
  [
    'Smail',
    'MAILER-DAEMON@host.example.test',
    'mail failed, returning to sender',
    `|------------------------- Message log follows: -------------------------|
 no valid recipients were found for this message
|------------------------- Failed addresses follow: ---------------------|
 <ana@example.test> ... transport smtp: 550 <ana@example.test>... User unknown
|------------------------- Message text follows: ------------------------|
From: hello@demo.test
`,
    [hard],
  ],
  [
    'Exchange 5.5 with X.400 names',
    'System Administrator <postmaster@corp.example.test>',
    'Undeliverable: Hello',
    `Your message

  To:      all@list.example.test
  Subject: Hello

did not reach the following recipient(s):

c=US;a= ;p=Corp;o=Site;dda:SMTP=ana@example.test; on Fri, 20 Nov 2026 10:00:00 -0300
    The recipient name is not recognized
    MSEXCH:IMS:Corp:Site:MAIL 0 (000C05A6) Unknown Recipient
`,
    [hard],
  ],
  [
    'Yahoo, before 2010',
    'MAILER-DAEMON@mail.example.test',
    'failed delivery',
    `Message from mail.example.test.
Unable to deliver message to the following address(es).

<ana@example.test>:
This user doesn't have a example.test account (ana@example.test) [0]

--- Original message follows.

From: hello@demo.test
`,
    [hard],
  ],
  [
    'Yahoo, since',
    'MAILER-DAEMON@mail.example.test',
    'Failure Notice',
    `Sorry, we were unable to deliver your message to the following address.

<ana@example.test>:
Unable to deliver message after multiple retries, giving up.

--- Below this line is a copy of the message.
`,
    [soft],
  ],
  [
    'a Chinese provider',
    'postmaster@mail.example.test',
    '系统退信',
    `很抱歉，您的邮件未能送达以下收件人：

<ana@example.test>
用户不存在
`,
    [hard],
  ],
  [
    'IMail, two recipients on a line each',
    'Postmaster <postmaster@example.test>',
    'Undeliverable Mail',
    `Unknown user: ana@example.test
User mailbox exceeds allowed size: bob@example.test

Original message follows.

To: ana@example.test, bob@example.test
`,
    [hard, { ...soft, recipient: 'bob@example.test' }],
  ],
  [
    'MDaemon',
    'MDaemon@example.test',
    'Permanent Delivery Failure',
    `The attached message had PERMANENT fatal delivery errors!

YOUR MESSAGE WAS NOT DELIVERED TO ONE OR MORE RECIPIENTS!

Failed address: ana@example.test

--- Session Transcript ---
 --> RCPT To:<ana@example.test>
 <-- 550 No such user here
`,
    [hard],
  ],
  [
    'CommuniGate',
    'MAILER-DAEMON@example.test',
    'Undeliverable mail: Hello',
    `Failed to deliver to 'ana@example.test'
LOCAL module(account ana) reports:
 account is full (quota exceeded)
`,
    [soft],
  ],
  [
    'NTMail',
    'postmaster@example.test',
    'Undeliverable mail',
    `Your message was not delivered to

  ana@example.test

for the following reason:

Mailbox does not exist
`,
    [hard],
  ],
  [
    'Courier',
    '"Courier mail server at example.test" <@>',
    'NOTICE: mail delivery status.',
    `This is a delivery status notification from mx.example.test.

---------------------------------------------------------------------------

                           UNDELIVERABLE MAIL

Your message to the following recipients cannot be delivered:

<ana@example.test>:
    mx.example.test [192.0.2.25]:
>>> RCPT TO:<ana@example.test>
<<< 550 5.1.1 User unknown

---------------------------------------------------------------------------
`,
    [{ ...hard, status: '5.1.1' }],
  ],
  [
    'Exim, two recipients with a reason each',
    'Mail Delivery System <Mailer-Daemon@host.example.test>',
    'Mail delivery failed: returning message to sender',
    `A message that you sent could not be delivered to all of its recipients. The
following address(es) failed:

  ana@example.test:
    SMTP error from remote mailer after RCPT TO:<ana@example.test>:
    host mx.example.test [192.0.2.25]: 550 User unknown
  bob@example.test:
    SMTP error from remote mailer after RCPT TO:<bob@example.test>:
    host mx.example.test [192.0.2.25]: 452 Mailbox full
`,
    [hard, { ...soft, recipient: 'bob@example.test' }],
  ],
  [
    'sendmail 5, which has a transcript alone',
    'Mail Delivery Subsystem <MAILER-DAEMON@host.example.test>',
    'Returned mail: User unknown',
    `   ----- Transcript of session follows -----
While talking to mx.example.test:
>>> RCPT To:<ana@example.test>
<<< 550 <ana@example.test>... No such user
550 <ana@example.test>... User unknown
While talking to mx2.example.test:
>>> MAIL From:<hello@demo.test>
<<< 501 <hello@demo.test>... no access from mail server [192.0.2.1] which is an open relay.
554 <bob@example.test>... Remote protocol error

   ----- Unsent message follows -----
From: hello@demo.test
`,
    [hard, { recipient: 'bob@example.test', action: 'failed', type: 'block' }],
  ],
  [
    'DragonFly Mail Agent',
    'MAILER-DAEMON <>',
    'Mail delivery failed',
    `This is the DragonFly Mail Agent v0.13 at host.example.test.

There was an error delivering your mail to <ana@example.test>.

mx.example.test [192.0.2.25] did not like our RCPT TO:
550 5.1.1 <ana@example.test>: Recipient address rejected: User unknown

Message headers follow.

Subject: Hello
`,
    [{ ...hard, status: '5.1.1' }],
  ],
  [
    'a name that cannot be resolved now',
    'Mail Delivery System <MAILER-DAEMON@mx.example.test>',
    'Undelivered Mail Returned to Sender',
    `I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

<ana@example.test>: Name service error for example.test: Host not found, try again
`,
    [soft],
  ],
  [
    'no more than a sentence',
    'Mail Admin <postmaster@example.test>',
    'Delivery failure',
    'Your mail to ana@example.test could not be delivered because the user is unknown here.\n',
    [hard],
  ],
  [
    'the reason above the recipients',
    'postmaster@example.test',
    'Undeliverable Mail: "Hello"',
    `Your message:
   From:    hello@demo.test
   Subject: Hello

Could not be delivered because of

550 5.1.1 User unknown

The following recipients were affected:
    ana@example.test
`,
    [{ ...hard, status: '5.1.1' }],
  ],
  [
    'two recipients in a sentence',
    'mailer-daemon@example.test',
    'There was an error sending your mail',
    'The following recipients returned permanent errors: ana@example.test, bob@example.test. Reason: 550 5.1.1 User unknown\n',
    [hard, { ...hard, recipient: 'bob@example.test' }],
  ],
  [
    'no address: that of the returned mail',
    'MAILER-DAEMON@example.test',
    'Returned mail: Cannot send message for 4 days',
    `   ----- Transcript of session follows -----
421 example.test (smtp)... Deferred: Connection timed out

   ----- Unsent message follows -----
From: hello@demo.test
To: ana@example.test
`,
    [soft],
  ],
  [
    'not delivered, and no more said',
    'MAILER-DAEMON@example.test',
    'Mail delivery failed',
    'Your message has not been delivered to:\n\n<ana@example.test>\n\nIt has been returned to you.\n',
    [soft],
  ],
  [
    'a delay of sendmail',
    'Mail Delivery Subsystem <MAILER-DAEMON@host.example.test>',
    'Warning: could not send message for past 4 hours',
    `   ----- The following addresses had transient non-fatal errors -----
<ana@example.test>

   ----- Transcript of session follows -----
<ana@example.test>... Deferred: Connection timed out
Will keep trying until message is 5 days old
`,
    [delayed],
  ],
  [
    'a delay of Postfix',
    'Mail Delivery System <MAILER-DAEMON@host.example.test>',
    'Delayed Mail (still being retried)',
    `Your message could not be delivered for 4.0 hours.
It will be retried until it is 5.0 days old.

<ana@example.test>: connect to mx.example.test[192.0.2.25]: Connection refused
`,
    [delayed],
  ],
  [
    'a delay of Exim',
    'Mail Delivery System <Mailer-Daemon@host.example.test>',
    'Warning: message 1abcde-000000-00 delayed 24 hours',
    `A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on host.example.test.

  ana@example.test
    Delay reason: SMTP error after RCPT TO: 451 No such user, greylisted

No action is required on your part. Delivery attempts will continue for
some time.
`,
    [delayed],
  ],
  [
    'one failed and one delayed',
    'Mail Delivery Subsystem <MAILER-DAEMON@host.example.test>',
    'Returned mail: see transcript for details',
    `   ----- The following addresses had permanent fatal errors -----
<ana@example.test>
    (reason: 550 5.1.1 User unknown)

   ----- The following addresses had transient non-fatal errors -----
<bob@example.test>
    (reason: 451 4.3.2 System is busy)
`,
    [hard, { recipient: 'bob@example.test', action: 'delayed' }],
  ],
];

describe("a bounce in a server's own words", () => {
  it.each(BOUNCES)('is understood: %s', async (_server, from, subject, text, expected) => {
    const raw = mail({ From: from, To: 'hello@demo.test', Subject: subject }, text);
    const report = await parseReport(raw);
    expect(report).toMatchObject({ kind: 'delivery', recipients: expected });
    expect(report).toHaveProperty('recipients.length', expected.length);
  });

  it("never is hard if it comes from a user's mailbox without a code", async () => {
    const headers = { From: 'Bob <bob@example.test>', To: 'hello@demo.test', Subject: 'Undelivered mail' };
    const raw = mail(headers, 'Your mail to ana@example.test could not be delivered, the user is unknown.\n');
    expect(await parseReport(raw)).toMatchObject({ recipients: [{ type: 'soft' }] });
  });
});

describe('an automatic answer', () => {
  it.each([
    ['with an empty return path', { 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied', Subject: 'Hello' }],
    ['by its subject', { 'Return-Path': '<>', Subject: 'Out of office: Hello' }],
    ['that answers', { 'Return-Path': '<>', Subject: 'Re: Mail delivery failed' }],
    ['that is a forwarded bounce', { Subject: 'Fwd: Returned mail: User unknown' }],
  ])('is no bounce: %s', async (_what, headers) => {
    const text = 'Mail to ana@example.test could not be delivered: 550 5.1.1 user unknown. I no longer work here.\n';
    expect(await parseReport(mail({ From: 'Ana <ana@example.test>', ...headers }, text))).toBeNull();
  });
});

describe('a bounce in another charset', () => {
  const bounce = (charset: string, latin1: string) =>
    Buffer.from(
      `From: MAILER-DAEMON@x.test\r\nSubject: Undelivered\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n${latin1}`,
      'latin1',
    );

  it.each([
    ['windows-1252', 'O destinat\xe1rio \x93ana@example.test\x94 n\xe3o existe: 550 User unknown\r\n'],
    ['utf-7', 'ana+AEA-example.test: 550 User unknown\r\n'],
    ['iso-2022-jp', '\x1b$B08@h\x1b(B ana@example.test: 550 User unknown\r\n'],
  ])('is read: %s', async (charset, text) => {
    expect(await parseReport(bounce(charset, text))).toMatchObject({ recipients: [hard] });
  });
});
