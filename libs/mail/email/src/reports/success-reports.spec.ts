import { describe, expect, it } from 'vitest';
import { fromExchange, fromExim, fromPostfix, fromSendmail } from '../../test-support/success-reports.js';
import { parseReport } from './parse-report.js';
import type { RecipientReport } from './report.js';

const ANA = 'ana@example.test';
const ORIGINAL = `Original-Recipient: rfc822;${ANA}`;

async function recipient(raw: Buffer): Promise<RecipientReport | undefined> {
  const report = await parseReport(raw);
  if (report?.kind !== 'delivery') throw new Error('not a delivery report');
  expect(report.originalMessageId).toBe('msg_0123456789abcdef@demo.test');
  expect(report.recipients).toHaveLength(1);
  return report.recipients[0];
}

const postfix = (action: string, status: string, diagnostic: string, text: string, more: string[] = []) =>
  fromPostfix({
    text: `<${ANA}>: ${text}`,
    fields: [
      `Final-Recipient: rfc822; ${ANA}`,
      ORIGINAL,
      `Action: ${action}`,
      `Status: ${status}`,
      ...more,
      `Diagnostic-Code: ${diagnostic}`,
    ],
  });

describe('what Postfix reports', () => {
  it.each([
    [
      'a mailbox of its own',
      'delivered',
      postfix('delivered', '2.0.0', 'X-Postfix; delivered to maildir', 'delivery via local: delivered to maildir'),
    ],
    [
      'a mailbox behind LMTP, which another host confirms',
      'delivered',
      postfix('delivered', '2.0.0', `smtp; 250 2.0.0 <${ANA}> YxQ1 Saved`, 'delivery via store.example.test', [
        'Remote-MTA: dns; store.example.test',
      ]),
    ],
    [
      'a server that reports nothing',
      'relayed',
      postfix('relayed', '2.0.0', 'smtp; 250 2.0.0 Ok: queued as 9A1B', 'delivery via mx2.example.test[192.0.2.7]:25', [
        'Remote-MTA: dns; mx2.example.test',
      ]),
    ],
    [
      'the members of an alias',
      'expanded',
      postfix('expanded', '2.0.0', 'X-Postfix; alias expanded', 'alias expanded'),
    ],
    [
      'nobody yet',
      'delayed',
      postfix(
        'delayed',
        '4.4.1',
        'X-Postfix; connect to mx.other.example.test[192.0.2.9]:25:\n    Connection refused',
        'connect to mx.other.example.test[192.0.2.9]:25: Connection refused',
        ['Will-Retry-Until: Sat, 28 Nov 2026 10:00:00 +0000 (UTC)'],
      ),
    ],
  ])('of mail that went to %s is %s', async (_to, action, raw) => {
    expect(await recipient(raw)).toMatchObject({ action, recipient: ANA });
  });
});

describe('what Exim reports', () => {
  const exim = (text: string, ...more: string[]) =>
    fromExim({
      text: `<${ANA}> (relayed ${text})\n`,
      fields: [ORIGINAL, 'Action: delivered', `Final-Recipient: rfc822;${ANA}`, 'Status: 2.0.0', ...more],
    });

  it.each([
    ['delivered', 'via non "Remote SMTP" router', ['Diagnostic-Code: X-Exim; relayed via non SMTP router']],
    ['relayed', 'to non-DSN-aware mailer', ['Remote-MTA: dns; mx2.example.test', 'Diagnostic-Code: smtp; 250 Ok']],
    ['relayed', 'via non DSN router', ['Remote-MTA: dns; mx2.example.test', 'Diagnostic-Code: smtp; 250 Ok']],
  ])('is %s when its text says "relayed %s", though its field is always delivered', async (action, text, more) => {
    expect(await recipient(exim(text, ...more))).toMatchObject({ action, recipient: ANA, status: '2.0.0' });
  });

  it('tells two recipients of one mail apart', async () => {
    const bob = 'bob@example.test';
    const raw = fromExim({
      text: `<${ANA}> (relayed to non-DSN-aware mailer)\n\n<${bob}> (relayed via non "Remote SMTP" router)\n`,
      fields: [ANA, bob].flatMap((one) => ['Action: delivered', `Final-Recipient: rfc822;${one}`, 'Status: 2.0.0', '']),
    });
    expect(await parseReport(raw)).toMatchObject({
      recipients: [
        { recipient: ANA, action: 'relayed' },
        { recipient: bob, action: 'delivered' },
      ],
    });
  });
});

describe('what Exchange reports', () => {
  const exchange = (action: string, status: string, ...more: string[]) =>
    fromExchange({
      text: `Ana Lima (${ANA})`,
      fields: [
        `Original-Recipient: rfc822;${ANA}`,
        `Final-Recipient: rfc822;Ana@EXAMPLE.test`,
        `Action: ${action}`,
        `Status: ${status}`,
        ...more,
        'X-Display-Name: Ana Lima',
      ],
    });

  it.each([
    ['delivered', exchange('delivered', '2.0.0')],
    ['delivered', exchange('Delivered', '2.1.5')],
    ['relayed', exchange('relayed', '2.6.0', 'Remote-MTA: dns;mx2.example.test')],
    ['expanded', exchange('expanded', '2.0.0')],
    ['delayed', exchange('delayed', '4.4.7', 'Will-Retry-Until: Wed, 25 Nov 2026 10:00:00 +0000')],
  ])('as %s is that, of the recipient in any case', async (action, raw) => {
    const found = await recipient(raw);
    expect(found).toMatchObject({ action, recipient: ANA });
    expect(found).not.toHaveProperty('finalRecipient');
  });
});

describe('what sendmail reports', () => {
  it.each([
    ['delivered (to mailbox)', 'delivered', 'successfully delivered to mailbox'],
    ['delivered (to mailing list)', 'delivered', 'successfully delivered to mailing list'],
    ['relayed (to non-DSN-aware mailer)', 'relayed', 'relayed to non-DSN-aware mailer'],
    ['expanded (to multi-recipient alias)', 'expanded', 'expanded by alias'],
  ])('as "%s" is %s', async (written, action, text) => {
    const fields = [`Final-Recipient: RFC822; ${ANA}`, `Action: ${written}`, 'Status: 2.1.5'];
    expect(await recipient(fromSendmail({ text: `<${ANA}>  (${text})`, fields }))).toMatchObject({ action });
  });
});

describe('a success that contradicts itself', () => {
  it.each([
    ['a status of a failure', 'delivered', '5.1.1', 'delivered'],
    ['no action and a status of success', '', '2.0.0', 'delivered'],
    ['no action and no status', '', '', undefined],
    ['an action of no RFC and a status of delay', 'queued', '4.0.0', 'delayed'],
  ])('with %s', async (_what, action, status, expected) => {
    const fields = [
      `Final-Recipient: rfc822; ${ANA}`,
      ...(action && [`Action: ${action}`]),
      ...(status && [`Status: ${status}`]),
    ];
    const report = await parseReport(fromPostfix({ text: `<${ANA}>: delivered`, fields }));
    const [first] = report?.kind === 'delivery' ? report.recipients : [];
    expect(first?.action).toBe(expected);
  });
});
