import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as samples from '../../test-support/reports.js';
import { parseReport } from './parse-report.js';
import type { RecipientReport } from './report.js';

const { arf, dsn, mail } = samples;

async function recipient(raw: Buffer): Promise<RecipientReport> {
  const report = await parseReport(raw);
  if (report?.kind !== 'delivery') throw new Error('not a delivery report');
  return report.recipients[0]!;
}

describe('a DSN of RFC 3464', () => {
  it('has the recipient, the reason and the mail of a failure', async () => {
    const report = await parseReport(
      dsn({
        'Original-Recipient': 'rfc822;ana@example.test',
        'Final-Recipient': 'rfc822; ana.lima@other.example.test',
        Action: 'failed',
        Status: '5.1.1',
        'Remote-MTA': 'dns; mx.example.test',
        'Diagnostic-Code': 'smtp; 550 5.1.1 <ana.lima@other.example.test>:\n    User unknown in virtual table',
      }),
    );
    expect(report).toEqual({
      kind: 'delivery',
      originalMessageId: 'msg_0123456789abcdef@demo.test',
      recipients: [
        {
          action: 'failed',
          type: 'hard',
          recipient: 'ana@example.test',
          finalRecipient: 'ana.lima@other.example.test',
          status: '5.1.1',
          smtpCode: 550,
          diagnostic: '550 5.1.1 <ana.lima@other.example.test>: User unknown in virtual table',
        },
      ],
    });
  });

  it('has a report for each recipient', async () => {
    const second = '\n\nFinal-Recipient: rfc822; bob@example.test\nAction: delivered\nStatus: 2.0.0';
    const raw = dsn({ 'Final-Recipient': 'rfc822; ana@example.test', Action: 'delayed', Status: `4.4.1${second}` });
    const report = await parseReport(raw);
    expect(report).toMatchObject({
      recipients: [
        { recipient: 'ana@example.test', action: 'delayed', status: '4.4.1' },
        { recipient: 'bob@example.test', action: 'delivered', status: '2.0.0' },
      ],
    });
  });

  it.each([
    ['the original recipient', 'bob@forward.test', 'ana@example.test', 'ana@example.test'],
    ['the one that the returned mail was sent to', 'ana@example.test', 'alias@gateway.test', 'ana@example.test'],
  ])('is about %s', async (_which, final, original, expected) => {
    const fields = { 'Final-Recipient': `rfc822; ${final}`, 'Original-Recipient': `rfc822; ${original}` };
    expect(await recipient(dsn({ ...fields, Action: 'failed', Status: '5.1.1' }))).toMatchObject({
      recipient: expected,
    });
  });

  it('may have only the original recipient', async () => {
    const raw = dsn({ 'Original-Recipient': 'rfc822; ana@example.test', Action: 'failed', Status: '5.1.1' });
    expect(await recipient(raw)).toMatchObject({ recipient: 'ana@example.test', type: 'hard' });
  });

  it('has two recipients without an empty line between them', async () => {
    const second = '\nFinal-Recipient: rfc822; bob@example.test\nAction: failed\nStatus: 5.1.1';
    const raw = dsn({ 'Final-Recipient': 'rfc822; ana@example.test', Action: 'failed', Status: `5.2.2${second}` });
    expect(await parseReport(raw)).toMatchObject({
      recipients: [
        { recipient: 'ana@example.test', type: 'soft' },
        { recipient: 'bob@example.test', type: 'hard' },
      ],
    });
  });

  it('takes the recipient from the text if its field has none', async () => {
    const raw = dsn({ 'Final-Recipient': 'rfc822; /var/mail/ana', Action: 'failed', Status: '5.2.2' });
    const named = raw
      .toString()
      .replace('could not be delivered.', 'could not be delivered:\r\n\r\n<ana@example.test>: full');
    expect(await recipient(Buffer.from(named))).toMatchObject({ recipient: 'ana@example.test', status: '5.2.2' });
  });

  it.each([
    ['fail', '5.1.1', 'failed'],
    ['Expired', '4.4.7', 'failed'],
    ['deferred', '4.4.1', 'delayed'],
    ['deliverable', '2.1.5', 'delivered'],
  ])('has an action that is almost of the RFC: %s', async (written, status, action) => {
    const raw = dsn({ 'Final-Recipient': 'rfc822; ana@example.test', Action: written, Status: status });
    expect(await recipient(raw)).toMatchObject({ action });
  });

  it.each([
    ['another boundary in its headers', (raw: string) => raw.replace('boundary="B"', 'boundary="other"')],
    ['no type in its headers', (raw: string) => raw.replace(/Content-Type: multipart.*\r\n/, '')],
    ['no parts at all', (raw: string) => raw.replace(/^--B(?:--)?\r\n(?:Content-Type.*\r\n)?/gm, '')],
  ])('is understood with %s', async (_what, damage) => {
    const fields = { 'Final-Recipient': 'rfc822; ana@example.test', Action: 'failed', Status: '5.1.1' };
    const raw = Buffer.from(damage(dsn(fields).toString()));
    expect(await recipient(raw)).toMatchObject({ recipient: 'ana@example.test', status: '5.1.1', type: 'hard' });
  });

  it('may return only the headers of the mail', async () => {
    const returned = 'Subject: Hello\nMessage-ID:\n <folded@demo.test>\n';
    const fields = { 'Final-Recipient': 'rfc822; ana@example.test', Action: 'relayed', Status: '2.0.0' };
    const report = await parseReport(dsn(fields, { returned, type: 'text/rfc822-headers' }));
    expect(report).toMatchObject({ originalMessageId: 'folded@demo.test', recipients: [{ action: 'relayed' }] });
  });

  it('is understood without Action, and with a status that the diagnostic makes more specific', async () => {
    const found = await recipient(
      dsn({
        'Final-Recipient': 'RFC822;ana@example.test',
        Status: '5.0.0 (permanent)',
        'Diagnostic-Code': 'smtp;552 5.2.2 full',
      }),
    );
    expect(found).toMatchObject({ action: 'failed', status: '5.2.2', smtpCode: 552, type: 'soft' });
  });
});

describe('an address that is not ASCII', () => {
  it.each(['utf-8; josé@example.test', 'utf-8; jos\\x{E9}@example.test'])('is read: %s', async (field) => {
    const raw = dsn({ 'Final-Recipient': field, Action: 'failed', Status: '5.1.1' });
    expect((await recipient(raw)).recipient).toBe('josé@example.test');
  });
});

describe('the kind of a failure', () => {
  it.each([
    ['hard', '5.1.1', '550 5.1.1 unknown'],
    ['hard', '5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
    ['hard', '5.0.0', '550 No such user here'],
    ['hard', '5.0.0', '550 Requested action not taken: mailbox unavailable'],
    ['hard', '5.4.1', '550 5.4.1 Recipient address rejected: Access denied. [mx.protection.outlook.com]'],
    ['hard', '5.4.4', 'X-Postfix; Host or domain name not found. Name service error for name=nowhere.test'],
    ['hard', '5.7.1', '550 5.7.1 Unknown user: spam@example.test'],
    [
      'hard',
      '5.1.1',
      `550-5.1.1 The email account that you tried to reach does not exist. https://support.google.com/spam/?p=NoSuchUser`,
    ],
    ['hard', '5.2.1', '550 5.2.1 The email account that you tried to reach is inactive.'],
    ['soft', '5.2.2', '552 5.2.2 The email account that you tried to reach is over quota and inactive.'],
    ['soft', '5.0.0', '554 delivery error: dd Sorry, your message cannot be delivered. This mailbox is full'],
    ['soft', '4.4.1', 'connect to mx.example.test[192.0.2.25]:25: Connection timed out'],
    ['soft', '5.3.4', '552 5.3.4 Message size exceeds fixed maximum message size'],
    ['soft', '5.0.0', '554 Transaction failed'],
    ['block', '5.7.1', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
    ['block', '5.7.26', '550-5.7.26 This mail has been blocked because the sender is unauthenticated.'],
    ['block', '5.1.1', '550 5.1.1 Message rejected due to local policy'],
    ['block', '4.7.0', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to user complaints: spam'],
    ['block', '5.7.0', '552-5.7.0 This message was refused'],
    ['block', '5.1.8', '553 5.1.8 <hello@demo.test>... Domain of sender address hello@demo.test does not exist'],
    ['block', '5.0.0', '550 Sender verify failed: no such user here'],
    ['block', '5.0.0', '550 Sender address <hello@demo.test> rejected: user unknown'],
    ['soft', '5.2.1', '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more.'],
    ['soft', '5.2.1', "552-5.2.1 The recipient's inbox is out of storage space and inactive."],
    ['hard', '5.4.310', '550 5.4.310 DNS domain example.test does not exist [Message=InfoDomainNonexistent]'],
    ['hard', '5.0.0', '550 User ana (ana@example.test) not listed in Domino Directory'],
    ['hard', '5.0.0', '550 Usuário inexistente'],
    ['hard', '5.0.0', '550 O endereço de email que você inseriu não foi encontrado'],
    ['hard', '5.0.0', '550 El usuario ana no existe'],
    ['hard', '5.0.0', '550 Der Empfänger ist unbekannt'],
    ['hard', '5.0.0', '550 Utilisateur inconnu'],
    ['soft', '5.0.0', '552 Caixa postal cheia'],
    ['soft', '5.0.0', '552 Usuário com quota excedida'],
    ['soft', '5.0.0', '554 Não foi possível entregar a mensagem'],
    ['soft', '5.4.4', 'Name service error for name=example.test: Host not found, try again'],
    ['soft', '5.1.2', '550 Host not found, but try again'],
    ['soft', '5.4.4', 'Name service error for name=example.test type=MX: Malformed or unexpected name server reply'],
    ['soft', '5.0.0', '554 DNS lookup timed out'],
    ['soft', '5.1.2', '554 5.1.2 Temporary lookup failure of example.test'],
    ['hard', '5.1.2', '550 5.1.2 Host unknown (Name server: example.test: host not found)'],
    ['hard', '5.0.0', 'Unrouteable address'],
    ['soft', '5.0.0', '550 Mailbox temporarily disabled'],
    ['soft', '5.0.0', '554 Too many hops'],
    ['soft', '5.0.0', '550 User account is over quota and disabled'],
    ['soft', '5.0.0', '550 Unknown user (in reply to end of DATA command)'],
    ['hard', '5.1.1', '550 5.1.1 Unknown user (in reply to end of DATA command)'],
    ['block', '5.1.3', '553 http://www.spamhaus.org/query/bl?ip=192.0.2.1'],
    ['block', '5.1.0', '553 5.1.0 demo.test does not exist (in reply to MAIL FROM command)'],
    ['block', '5.1.2', '550 5.1.2 Relaying denied'],
    ['block', '5.7.27', '550 5.7.27 The domain of the sender has a null MX'],
    ['block', '5.0.0', '550 Your host has no reverse DNS'],
    ['block', '5.1.1', '550 5.1.1 Virus found, user unknown'],
    ['hard', '5.0.0', '550 邮箱不存在'],
    ['hard', '5.0.0', '550 アドレスが見つかりません'],
    ['hard', '5.0.0', '550 Пользователь не найден'],
    ['soft', '5.0.0', '552 邮箱已满'],
  ])('is %s for %s %s', async (type, status, diagnostic) => {
    const raw = dsn({
      'Final-Recipient': 'rfc822; a@example.test',
      Action: 'failed',
      Status: status,
      'Diagnostic-Code': `smtp; ${diagnostic}`,
    });
    expect((await recipient(raw)).type).toBe(type);
  });
});

describe("a bounce in a server's own format", () => {
  it.each([
    ['qmail', samples.QMAIL, { action: 'failed', type: 'hard', status: '5.1.1', smtpCode: 550 }],
    ['Exim', samples.EXIM, { action: 'failed', type: 'soft', status: '5.2.2', smtpCode: 552 }],
    ['Postfix without its DSN part', samples.POSTFIX_TEXT, { action: 'failed', type: 'block', status: '5.7.1' }],
    ['Exchange', samples.EXCHANGE, { action: 'failed', type: 'hard', status: '5.1.1' }],
    ['Exchange in HTML alone', samples.EXCHANGE_HTML, { action: 'failed', type: 'hard', status: '5.1.10' }],
    ['Exchange in Portuguese, in HTML', samples.EXCHANGE_PORTUGUESE, { action: 'failed', type: 'hard' }],
    ['Domino', samples.DOMINO, { action: 'failed', type: 'hard' }],
    ['sendmail', samples.SENDMAIL, { action: 'failed', type: 'hard', status: '5.1.1' }],
    ['Gmail, of a delay', samples.GMAIL_DELAY, { action: 'delayed' }],
  ])('is understood: %s', async (_server, raw, expected) => {
    const report = await parseReport(raw);
    expect(report).toMatchObject({ kind: 'delivery', recipients: [{ recipient: 'ana@example.test', ...expected }] });
    expect(report).toHaveProperty('recipients.length', 1);
  });

  it('has the Message-ID of the quoted mail', async () => {
    const report = await parseReport(samples.QMAIL);
    expect(report).toHaveProperty('originalMessageId', 'msg_0123456789abcdef@demo.test');
  });
});

describe('mail that is not a report', () => {
  it.each([
    ['an absence', samples.VACATION],
    ['a read receipt', samples.READ_RECEIPT],
    ['an answer that speaks of delivery', samples.ANSWER],
    ['an ordinary mail', mail({ From: 'a@example.test', Subject: 'Hi' }, 'Hello.')],
    ['nothing', Buffer.alloc(0)],
  ])('is null: %s', async (_what, raw) => {
    expect(await parseReport(raw)).toBeNull();
  });
});

describe('a feedback report of RFC 5965', () => {
  it('names the type, the recipient and the mail', async () => {
    const report = await parseReport(
      arf({
        'Feedback-Type': 'abuse',
        'User-Agent': 'SomeGenerator/1.0',
        Version: '1',
        'Original-Mail-From': '<hello@demo.test>',
        'Original-Rcpt-To': '<ana@example.test>',
      }),
    );
    expect(report).toEqual({
      kind: 'complaint',
      feedbackType: 'abuse',
      userAgent: 'SomeGenerator/1.0',
      recipient: 'ana@example.test',
      originalMessageId: 'msg_0123456789abcdef@demo.test',
    });
  });

  it('has the type not-spam if the recipient withdraws the complaint', async () => {
    expect(await parseReport(arf({ 'Feedback-Type': 'not-spam', Version: '1' }))).toMatchObject({
      feedbackType: 'not-spam',
    });
  });

  it("may be Outlook's, which is the mail with the complainant in a header", async () => {
    const body = `--O
Content-Type: message/rfc822

X-HmXmrOriginalRecipient: ana@hotmail.test
Message-ID: <msg_0123456789abcdef@demo.test>

Hello.
--O--
`;
    const headers = {
      From: 'staff@hotmail.com',
      Subject: 'complaint about message from 192.0.2.1',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/mixed; boundary="O"',
    };
    expect(await parseReport(mail(headers, body))).toMatchObject({ kind: 'complaint', recipient: 'ana@hotmail.test' });
  });
});

describe('hostile input', () => {
  it('never throws, for any bytes', async () => {
    const valid = [
      samples.QMAIL,
      samples.EXCHANGE_HTML,
      dsn({ Action: 'failed', Status: '5.1.1' }),
      arf({ 'Feedback-Type': 'abuse' }),
    ];
    const mutated = fc
      .tuple(
        fc.constantFrom(...valid),
        fc.array(fc.tuple(fc.nat(4_000), fc.uint8Array({ maxLength: 20 })), { maxLength: 8 }),
      )
      .map(([raw, changes]) =>
        changes.reduce((bytes, [at, piece]) => {
          const place = at % (bytes.length + 1);
          return Buffer.concat([bytes.subarray(0, place), piece, bytes.subarray(place + (piece[0] ?? 0))]);
        }, raw),
      );
    const anything = fc.oneof(
      mutated,
      fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (raw) => {
        const report = await parseReport(raw);
        if (report?.kind === 'delivery') expect(report.recipients.length).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });

  it('costs bounded time, for any words of servers however often repeated', async () => {
    const words =
      'user mailbox account does not unknown host domain is temporarily quota exceeds exceeded sender of the rejected' +
      ' policy dns name server try again <a@b.test>: 550 5.1.1 - > < " \' ( [ ; = , . \r\n \t -- --- to: rcpt recipient' +
      ' final-recipient: action: failed status: message follows could not be delivered 不存在 @ . a';
    const pieces = fc.array(fc.constantFrom(...words.split(' ')), { minLength: 1, maxLength: 8 });
    const separator = fc.constantFrom('', ' ', '\r\n');
    await fc.assert(
      fc.asyncProperty(pieces, separator, async (some, between) => {
        const piece = some.join(between) + between;
        const body = piece.repeat(Math.ceil(262_144 / Buffer.byteLength(piece)));
        const started = process.cpuUsage();
        await parseReport(Buffer.from(`From: MAILER-DAEMON@x.test\r\nSubject: failure notice\r\n\r\n${body}`));
        const { user, system } = process.cpuUsage(started);
        expect((user + system) / 1_000).toBeLessThan(2_000);
      }),
      { numRuns: 60 },
    );
  });

  it('has at most 100 recipients', async () => {
    const block = (n: number) => `Final-Recipient: rfc822; a${n}@example.test\nAction: failed\nStatus: 5.1.1\n\n`;
    const blocks = Array.from({ length: 3_000 }, (_, n) => block(n)).join('');
    const report = await parseReport(dsn({ [blocks]: '' }));
    expect(report).toHaveProperty('recipients.length', 100);
  });

  const MIB = 1_048_576;
  const head = 'From: MAILER-DAEMON@x.test\r\nSubject: Undelivered Mail\r\n';
  it.each([
    ['dashes on one line', `${head}\r\n${'-'.repeat(MIB)}`],
    ['empty lines', `${head}\r\n${'\r\n'.repeat(MIB / 2)}`],
    ['lines of dashes', `${head}\r\n${`${'-'.repeat(900)}\r\n`.repeat(1_100)}`],
    ['addresses', `${head}\r\n${'a@b '.repeat(MIB / 4)}`],
    ['at signs', `${head}\r\n${'@'.repeat(MIB)}`],
    ['folded headers', `${head}X: a\r\n${' b\r\n'.repeat(MIB / 4)}\r\n`],
    ['words of failures', `${head}\r\n${'user is not mailbox account does '.repeat(MIB / 33)}`],
    ['spaces', `${head}\r\n${' '.repeat(MIB)}x`],
    ['boundaries', `${head}Content-Type: multipart/mixed; boundary=a\r\n\r\n${'--a\r\n'.repeat(MIB / 5)}`],
    [
      'nested parts',
      head +
        Array.from(
          { length: 5_000 },
          (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
        ).join(''),
    ],
    ['a status part of blocks', dsn({ Status: '5.1.1\n\nStatus: 5'.repeat(60_000) }).toString('latin1')],
    ['tags', `${head}Content-Type: text/html\r\n\r\n${'<div><a href="'.repeat(MIB / 14)}`],
  ])('costs bounded time: a MiB of %s', async (_what, text) => {
    const before = process.cpuUsage();
    await parseReport(Buffer.from(text, 'latin1'));
    // Of the processor, since the clock also counts what else the machine does; what is not linear takes minutes.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });
});
