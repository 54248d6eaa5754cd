/** Reports in the formats of real mail servers, with addresses of reserved domains. */

const crlf = (text: string): Buffer => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'utf8');

/** A mail with these headers and body. */
export function mail(headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return crlf(`${lines.join('\n')}\n\n${body}`);
}

const RETURNED = `From: Shop <hello@demo.test>
To: ana@example.test
Subject: Hello
Message-ID: <msg_0123456789abcdef@demo.test>

Hello.
`;

/** A DSN of RFC 3464 with these fields of one recipient. */
export function dsn(fields: Record<string, string>, options: { returned?: string; type?: string } = {}): Buffer {
  const { returned = RETURNED, type = 'message/rfc822' } = options;
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return mail(
    {
      'Return-Path': '<>',
      From: 'Mail Delivery System <MAILER-DAEMON@mx.example.test>',
      To: 'bounce@bounces.demo.test',
      Subject: 'Undelivered Mail Returned to Sender',
      'Auto-Submitted': 'auto-replied',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary="B"',
    },
    `This is a MIME-encapsulated message.

--B
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--B
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.test
X-Postfix-Queue-ID: 4B2C
Arrival-Date: Fri, 20 Nov 2026 10:00:00 +0000 (UTC)

${lines.join('\n')}

--B
Content-Type: ${type}

${returned}
--B--
`,
  );
}

/** A feedback report of RFC 5965. */
export function arf(fields: Record<string, string>): Buffer {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return mail(
    {
      From: 'abuse@isp.example.test',
      To: 'bounce@bounces.demo.test',
      Subject: 'FW: Hello',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=feedback-report; boundary="A"',
    },
    `--A
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report for an email message received from IP 192.0.2.1.

--A
Content-Type: message/feedback-report

${lines.join('\n')}

--A
Content-Type: message/rfc822
Content-Disposition: inline

${RETURNED}
--A--
`,
  );
}

export const QMAIL = mail(
  { 'Return-Path': '<>', From: 'MAILER-DAEMON@mx.example.test', Subject: 'failure notice' },
  `Hi. This is the qmail-send program at mx.example.test.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<ana@example.test>:
192.0.2.25 does not like recipient.
Remote host said: 550 5.1.1 <ana@example.test>: Recipient address rejected: User unknown
Giving up on 192.0.2.25.

--- Below this line is a copy of the message.

Return-Path: <hello@demo.test>
Message-ID: <msg_0123456789abcdef@demo.test>
Subject: Hello

someone-else@example.test does not exist
`,
);

export const EXIM = mail(
  {
    'Return-Path': '<>',
    'X-Failed-Recipients': 'ana@example.test',
    'Auto-Submitted': 'auto-replied',
    From: 'Mail Delivery System <Mailer-Daemon@host.example.test>',
    Subject: 'Mail delivery failed: returning message to sender',
  },
  `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ana@example.test
    host mx.example.test [192.0.2.25]
    SMTP error from remote mail server after RCPT TO:<ana@example.test>:
    552 5.2.2 The email account that you tried to reach is over quota

------ This is a copy of the message, including all the headers. ------

Message-ID: <msg_0123456789abcdef@demo.test>
`,
);

export const POSTFIX_TEXT = mail(
  {
    From: 'MAILER-DAEMON@mx.example.test (Mail Delivery System)',
    Subject: 'Undelivered Mail Returned to Sender',
    'Auto-Submitted': 'auto-generated',
  },
  `This is the mail system at host mx.example.test.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

For further assistance, please send mail to <postmaster@mx.example.test>

                   The mail system

<ana@example.test>: host mx2.example.test[192.0.2.26] said: 554 5.7.1 Service
    unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org
    (in reply to RCPT TO command)
`,
);

export const EXCHANGE = mail(
  {
    From: 'System Administrator <postmaster@corp.example.test>',
    Subject: 'Undeliverable: Hello',
  },
  `Your message did not reach some or all of the intended recipients.

      Subject:	Hello
      Sent:	11/20/2026 10:00 AM

The following recipient(s) could not be reached:

      ana@example.test on 11/20/2026 10:00 AM
            The e-mail account does not exist at the organization this message was sent to.  Check the e-mail address.
            <mx.corp.example.test #5.1.1>
`,
);

export const EXCHANGE_HTML = mail(
  {
    From: 'postmaster@corp.example.test',
    Subject: 'Undeliverable: Hello',
    'MIME-Version': '1.0',
    'Content-Type': 'text/html; charset=utf-8',
  },
  `<html><body><p><b>Delivery has failed to these recipients or groups:</b></p>
<p><a href="mailto:ana@example.test">ana@example.test</a><br>
The email address you entered couldn't be found. Remote server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound'</p>
</body></html>`,
);

export const EXCHANGE_PORTUGUESE = mail(
  {
    From: 'postmaster@example.test',
    Subject: 'Não é possível entregar: Olá',
    'MIME-Version': '1.0',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  },
  `<html><body><p><b>Falha na entrega para estes destinatários ou grupos:</b></p>
<p><a href="mailto:ana@example.test">ana@example.test</a><br>O endereço de email que você inseriu não foi encontrado.</p>
<p><b>Informações de diagnóstico para administradores:</b></p>
<p>ana@example.test<br>#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##</p></body></html>
`,
);

export const DOMINO = mail(
  {
    From: 'postmaster@example.test',
    Subject: 'DELIVERY FAILURE: User ana (ana@example.test) not listed in Domino Directory',
  },
  `Your message

  Subject: Hello

was not delivered to:

  ana@example.test

because:

  User ana (ana@example.test) not listed in Domino Directory
`,
);

export const GMAIL_DELAY = mail(
  {
    'Return-Path': '<>',
    From: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    Subject: 'Delivery Status Notification (Delay)',
    'X-Failed-Recipients': 'ana@example.test',
  },
  `This is an automatically generated Delivery Status Notification

THIS IS A WARNING MESSAGE ONLY.

YOU DO NOT NEED TO RESEND YOUR MESSAGE.

Delivery to the following recipient has been delayed:

     ana@example.test

Message will be retried for 2 more day(s)
`,
);

export const SENDMAIL = mail(
  {
    From: 'Mail Delivery Subsystem <MAILER-DAEMON@host.example.test>',
    Subject: 'Returned mail: see transcript for details',
  },
  `The original message was received at Fri, 20 Nov 2026 10:00:00 GMT
from relay.demo.test [192.0.2.1]

   ----- The following addresses had permanent fatal errors -----
<ana@example.test>
    (reason: 550 5.1.1 <ana@example.test>... User unknown)

   ----- Transcript of session follows -----
... while talking to mx.example.test.:
`,
);

export const VACATION = mail(
  { From: 'Ana <ana@example.test>', Subject: 'Automatic reply: Hello', 'Auto-Submitted': 'auto-replied' },
  `I am out of the office until Monday. Mail to bob@example.test could not be delivered to me either.\n`,
);

export const READ_RECEIPT = mail(
  {
    From: 'Ana <ana@example.test>',
    Subject: 'Read: Hello',
    'MIME-Version': '1.0',
    'Content-Type': 'multipart/report; report-type=disposition-notification; boundary="R"',
  },
  `--R
Content-Type: text/plain

Your message could not be delivered to nobody: it was read.

--R
Content-Type: message/disposition-notification

Final-Recipient: rfc822;ana@example.test
Disposition: manual-action/MDN-sent-manually; displayed

--R--
`,
);

export const ANSWER = mail(
  { From: 'Ana <ana@example.test>', Subject: 'Re: Undelivered parcel' },
  `Hello, my parcel could not be delivered. 550 regards\n`,
);
