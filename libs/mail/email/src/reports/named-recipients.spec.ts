import { describe, expect, it } from 'vitest';
import { bounce, outcomes } from '../../test-support/bounces.js';
import { dsn } from '../../test-support/reports.js';
import { parseReport } from './parse-report.js';

const SENT = 'From: Shop <hello@demo.test>\nTo: ana@example.test\nSubject: Hello\n';

/** Name, headers, text, what each recipient got. */
const CASES: [string, Record<string, string>, string, string[]][] = [
  [
    'the refused sender is not the recipient',
    { Subject: 'Undelivered Mail Returned to Sender' },
    `550 Not accepting mail from hello@demo.test\n\n----- Original message -----\n${SENT}`,
    ['ana@example.test failed block'],
  ],
  [
    'a sender address that was rejected, with the recipient elsewhere',
    { Subject: 'Mail delivery failed' },
    `Your message could not be delivered.

Sender address <bounce+x1@bounces.demo.test> rejected: blocked by policy
Intended recipient: ana@example.test
`,
    ['ana@example.test failed block'],
  ],
  [
    'the return path of the report itself',
    { Subject: 'Delivery failure', To: 'bounce+x1@bounces.demo.test' },
    `The message from bounce+x1@bounces.demo.test could not be delivered.

The mailbox does not exist.

----- Original message -----
${SENT}`,
    ['ana@example.test failed hard'],
  ],
  [
    'the list that sent it',
    { Subject: 'Undeliverable mail' },
    `Message from list news@lists.demo.test to ana@example.test was not delivered: user unknown

----- Original message -----
From: hello@demo.test
Sender: news-bounces@lists.demo.test
List-Post: <mailto:news@lists.demo.test>
To: news@lists.demo.test
`,
    ['ana@example.test failed hard'],
  ],
  [
    'addresses of help in prose',
    { Subject: 'Undeliverable: Hello' },
    `Your message to ana@example.test couldn't be delivered. The mailbox is unknown here.
If this persists, our team at postdesk@example.test or the people at it@partner.test will look at it.
`,
    ['ana@example.test failed hard'],
  ],
  [
    'every address of a sentence, of which one was the recipient',
    { Subject: 'Undeliverable: Hello' },
    `carl@example.test forwarded this mail for ana@example.test, whose mailbox is closed; zoe@example.test takes over.

----- Original message -----
${SENT}`,
    ['ana@example.test failed hard'],
  ],
  [
    'names before the addresses, below a label',
    { Subject: 'Undeliverable: Hello' },
    `Failed Recipients:
   Ana Lima <ana@example.test>
   Bob Stone (bob@example.test)

Reason: 550 5.1.1 User unknown
`,
    ['ana@example.test failed hard', 'bob@example.test failed hard'],
  ],
  [
    'a label and a list on one line',
    { Subject: 'Undeliverable: Hello' },
    'Failed Recipients: ana@example.test; bob@example.test\nReason: 550 5.1.1 User unknown\n',
    ['ana@example.test failed hard', 'bob@example.test failed hard'],
  ],
  ...[
    'Intended recipient: ana@example.test',
    'Intended Recipient(s) : <ana@example.test>',
    'Recipient Address: ana@example.test',
    'Undeliverable address: ana@example.test',
    'Bad recipient: ana@example.test',
    'Not delivered to: ana@example.test',
    'Unable to deliver to: ana@example.test',
    'Message could not be delivered to: ana@example.test',
    'Rejected recipient - ana@example.test',
    'E-mail address that failed: ana@example.test',
    'Addressee: "Ana Lima" <ana@example.test>',
    'Destinatário: ana@example.test',
    'Destinatarios fallidos: ana@example.test',
    'Destinataire : ana@example.test',
    'Empfänger: ana@example.test',
    'Empfängeradresse: ana@example.test',
    'Dirección: ana@example.test',
    'Получатель: ana@example.test',
    'Адрес получателя: ana@example.test',
    '收件人地址：ana@example.test',
  ].map((label): [string, Record<string, string>, string, string[]] => [
    `the label of "${label}"`,
    { Subject: 'Undeliverable mail' },
    `The mail of hello@demo.test, as zoe@relay.test reports, met an error.

${label}

550 5.1.1 User unknown
`,
    ['ana@example.test failed hard'],
  ]),
  [
    'an alias of Postfix: the mail was sent to it',
    { Subject: 'Undelivered Mail Returned to Sender' },
    `This is the mail system at host mx.example.test.

<bob@inside.test> (expanded from <ana@example.test>): host mx.inside.test[192.0.2.9]
    said: 550 5.1.1 <bob@inside.test>: Recipient address rejected: User unknown
    (in reply to RCPT TO command)
`,
    ['ana@example.test > bob@inside.test failed hard'],
  ],
  [
    'an alias of sendmail',
    { Subject: 'Returned mail: User unknown' },
    `   ----- The following addresses had permanent fatal errors -----
bob@inside.test
    (reason: 550 5.1.1 User unknown)
    (expanded from: <ana@example.test>)
`,
    ['ana@example.test > bob@inside.test failed hard'],
  ],
  [
    'an alias of Exim',
    { Subject: 'Mail delivery failed: returning message to sender' },
    `A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  bob@inside.test
    (generated from ana@example.test)
    SMTP error from remote mail server after RCPT TO:<bob@inside.test>:
    550 5.1.1 no such user
`,
    ['ana@example.test > bob@inside.test failed hard'],
  ],
  [
    'an alias of Exim, through two',
    { Subject: 'Mail delivery failed: returning message to sender', 'X-Failed-Recipients': 'bob@inside.test' },
    `The following address(es) failed:

  bob@inside.test
    (ultimately generated from ana@example.test)
    unknown user
`,
    ['ana@example.test > bob@inside.test failed hard'],
  ],
  [
    'a gateway with a directory',
    { From: 'Gateway <gateway@mx.example.test>', 'Return-Path': '<>', Subject: 'Message not delivered' },
    `Your message was not delivered to the following addresses:

    ana@example.test: recipient is not in the directory
`,
    ['ana@example.test failed hard'],
  ],
  [
    'a gateway with a directory, the reason above',
    { From: 'postmaster@example.test', Subject: 'Your message' },
    `No directory entry was found. Your message has been
not delivered to the following addresses:

ana@example.test
bob@example.test
`,
    ['ana@example.test failed hard', 'bob@example.test failed hard'],
  ],
  [
    'no one, when it names only us and nobody knows whom we wrote to',
    { Subject: 'Undelivered mail', To: 'hello@demo.test' },
    'The mail of hello@demo.test could not be delivered: user unknown\n',
    ['- failed hard'],
  ],
  [
    'us, when we wrote to ourselves',
    { Subject: 'Undelivered mail', To: 'hello@demo.test' },
    `The mail to hello@demo.test could not be delivered: user unknown

----- Original message -----
From: hello@demo.test
To: hello@demo.test
`,
    ['hello@demo.test failed hard'],
  ],
];

it('is not our own return path, if the fields name it in place of the recipient', async () => {
  const raw = dsn({ 'Final-Recipient': 'rfc822; bounce@bounces.demo.test', Action: 'failed', Status: '5.1.1' });
  expect(outcomes(await parseReport(raw))).toEqual(['ana@example.test failed hard']);
});

describe('the recipient that a bounce names is', () => {
  it.each(CASES)('%s', async (_what, headers, text, expected) => {
    expect(outcomes(await parseReport(bounce(headers, text)))).toEqual(expected);
  });
});
