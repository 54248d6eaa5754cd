import { mail } from './reports.js';

/** Part of a report about one recipient, in the form of a server. */
interface Said {
  /** The sentence about the recipient. */
  text: string;
  /** The fields of the recipient, in the server's order and spelling. */
  fields: string[];
  subject?: string;
}

interface Server {
  headers: Record<string, string>;
  boundary: string;
  before: string;
  /** The fields of the whole message. */
  message: string[];
  returned: string;
}

const RETURNED = `From: Shop <hello@demo.test>
To: ana@example.test
Subject: Hello
Message-ID: <msg_0123456789abcdef@demo.test>`;

function report({ headers, boundary, before, message, returned }: Server, { text, fields, subject }: Said): Buffer {
  const type = `multipart/report; report-type=delivery-status; boundary="${boundary}"`;
  return mail(
    { 'Return-Path': '<>', ...headers, ...(subject && { Subject: subject }), 'Content-Type': type },
    `--${boundary}
Content-Type: text/plain; charset=us-ascii

${before}
${text}

--${boundary}
Content-Type: message/delivery-status

${message.join('\n')}

${fields.join('\n')}

--${boundary}
Content-Type: ${returned}

${RETURNED}

--${boundary}--
`,
  );
}

/** Builds a report of Postfix: `Action` is never left out, and the reason of its own agents has the type X-Postfix. */
export const fromPostfix = (said: Said): Buffer =>
  report(
    {
      headers: {
        From: 'MAILER-DAEMON@mx.example.test (Mail Delivery System)',
        Subject: 'Successful Mail Delivery Report',
        To: 'bounce@bounces.demo.test',
        'Auto-Submitted': 'auto-replied',
        'MIME-Version': '1.0',
      },
      boundary: '4F8B21C0A2.1795255200/mx.example.test',
      before: `This is the mail system at host mx.example.test.

Your message was successfully delivered to the destination(s)
listed below. If the message was delivered to mailbox you will
receive no further notifications. Otherwise you may still receive
notifications of mail delivery errors from other systems.

                   The mail system
`,
      message: [
        'Reporting-MTA: dns; mx.example.test',
        'X-Postfix-Queue-ID: 4F8B21C0A2',
        'X-Postfix-Sender: rfc822; bounce@bounces.demo.test',
        'Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000 (UTC)',
      ],
      returned: 'text/rfc822-headers',
    },
    said,
  );

/** Builds a report of Exim: every success is `delivered`, and only its text says that the mail went on. */
export const fromExim = (said: Said): Buffer =>
  report(
    {
      headers: {
        'Auto-Submitted': 'auto-generated',
        From: 'Mail Delivery System <Mailer-Daemon@mx.example.test>',
        To: 'bounce@bounces.demo.test',
        Subject: 'Delivery Status Notification',
        'MIME-Version': '1.0',
      },
      boundary: '1795255200-eximdsn-1804289383',
      before: `This message was created automatically by mail delivery software.
 ----- The following addresses had successful delivery notifications -----`,
      message: ['Reporting-MTA: dns; mx.example.test', 'Original-Envelope-ID: msg_0123456789abcdef'],
      returned: 'text/rfc822-headers',
    },
    said,
  );

/** Builds a report of Exchange: no blanks after the types, and names of its own beside the fields. */
export const fromExchange = (said: Said): Buffer =>
  report(
    {
      headers: {
        From: '<postmaster@mail.example.test>',
        To: '<bounce@bounces.demo.test>',
        Subject: 'Delivered: Hello',
        'MIME-Version': '1.0',
        'Auto-Submitted': 'auto-generated',
      },
      boundary: '9B095B5ADSN=_01DC5C8E4F1A2B3C0000A1B2EX01.example.test',
      before: 'Your message has been delivered to the following recipients:\n',
      message: [
        'Reporting-MTA: dns;EX01.example.test',
        'Received-From-MTA: dns;mx.example.test',
        'Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000',
      ],
      returned: 'message/rfc822',
    },
    said,
  );

/** Builds a report of sendmail: a comment follows the action. */
export const fromSendmail = (said: Said): Buffer =>
  report(
    {
      headers: {
        From: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.test>',
        To: '<bounce@bounces.demo.test>',
        Subject: 'Return receipt',
        'MIME-Version': '1.0',
        'Auto-Submitted': 'auto-generated (return-receipt)',
      },
      boundary: '0ANA1b2c012345.1795255200/mx.example.test',
      before: `The original message was received at Mon, 23 Nov 2026 10:00:00 GMT
from mail.demo.test [192.0.2.1]

   ----- The following addresses had successful delivery notifications -----`,
      message: ['Reporting-MTA: dns; mx.example.test', 'Received-From-MTA: DNS; mail.demo.test'],
      returned: 'text/rfc822-headers',
    },
    said,
  );
