import type { Models, ServerClient } from 'postmark';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';
import { addRoute, handIn } from '../../../inbound/inbound.fixture.js';
import { failure, postmarkFor } from '../postmark.fixture.js';

const stack = useStack(() => platformStack({ environment: { BOUNCE_PORT: '0' } }));
const acme = usePrepared(() => stack.createTenant());
let postmark: ServerClient;
let domain: string;

const mailOf = (subject: string, from = 'ana@sender.test') =>
  [
    `From: Ana <${from}>`,
    `Subject: ${subject}`,
    'Date: Mon, 23 Nov 2026 10:00:00 +0000',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'Where is my order?',
    '--b',
    'Content-Type: application/pdf; name=order.pdf',
    'Content-Transfer-Encoding: base64',
    '',
    'YSBmaWxl',
    '--b--',
    '',
  ].join('\r\n');

/** Subjects of the e-mails that a query finds. */
async function found(filter: object): Promise<string[]> {
  const asked = { count: 100, offset: 0, ...filter } as Models.InboundMessagesFilteringParameters;
  return (await postmark.getInboundMessages(asked)).InboundMessages.map(({ Subject }) => Subject);
}

beforeAll(async () => {
  postmark = await postmarkFor(stack, acme);
  domain = `${acme.slug}.test`;
  const session = await acme.session('admin');
  for (const Recipient of ['support', 'sales']) await addRoute(session, { Domain: domain, Recipient });
  await handIn(stack, { to: `support+order-17@${domain}`, raw: mailOf('My order') });
  await handIn(stack, { to: `sales@${domain}`, raw: mailOf('A question', 'rui@sender.test') });
  await waitUntil(async () => (await found({ status: 'processed' })).length === 2 || undefined);
});

describe('received e-mails', () => {
  it('are listed without their texts, newest first', async () => {
    const { TotalCount, InboundMessages } = await postmark.getInboundMessages();
    expect([TotalCount, InboundMessages.map(({ Subject }) => Subject)]).toEqual([2, ['A question', 'My order']]);
    expect(InboundMessages[1]).toMatchObject({
      From: 'ana@sender.test',
      FromName: 'Ana',
      OriginalRecipient: `support+order-17@${domain}`,
      MailboxHash: 'order-17',
      MessageStream: 'inbound',
      Status: 'Processed',
      Attachments: [{ Name: 'order.pdf', ContentType: 'application/pdf', ContentLength: 6 }],
    });
    expect(InboundMessages[1]).not.toHaveProperty('TextBody');
  });

  it('are found by what they have in common', async () => {
    const cases: [filter: object, subjects: string[]][] = [
      [{ recipient: `SALES@${domain}` }, ['A question']],
      [{ mailboxHash: 'order-17' }, ['My order']],
      [{ mailboxHash: 'order' }, []],
      [{ fromEmail: 'rui@sender.test' }, ['A question']],
      [{ subject: 'ORDER' }, ['My order']],
      [{ subject: '%' }, []],
      [{ status: 'queued' }, []],
      [{ toDate: '2026-01-01' }, []],
      [{ count: 1, offset: 1 }, ['My order']],
    ];
    for (const [filter, subjects] of cases) expect(await found(filter), JSON.stringify(filter)).toEqual(subjects);
    expect(await failure(found({ status: 'blocked' }))).toMatchObject({ statusCode: 422, code: 300 });
    expect((await failure(found({ tag: 'x' }))).message).toContain('those that come have none');
  });

  it('are read with their texts and headers', async () => {
    const [mail] = (await postmark.getInboundMessages({ count: 1, offset: 1 })).InboundMessages;
    const details = await postmark.getInboundMessageDetails(mail!.MessageID);
    expect(details).toMatchObject({ ...mail, TextBody: expect.stringContaining('Where is my order?'), HtmlBody: '' });
    expect(details.Headers).toContainEqual({ Name: 'Subject', Value: 'My order' });
  });

  it('are neither bypassed nor tried again, with an error that says why', async () => {
    const [mail] = (await postmark.getInboundMessages()).InboundMessages;
    const id = mail!.MessageID;
    expect(await failure(postmark.bypassBlockedInboundMessage(id))).toMatchObject({ statusCode: 422, code: 702 });
    expect(await failure(postmark.retryInboundHookForMessage(id))).toMatchObject({ statusCode: 422, code: 703 });
    expect((await failure(postmark.retryInboundHookForMessage('inb_0000000000000000'))).code).toBe(701);
  });

  it('are hidden from another tenant, and from a key without the scope', async () => {
    const [mail] = (await postmark.getInboundMessages()).InboundMessages;
    const rival = await postmarkFor(stack, await stack.createTenant());
    expect((await failure(rival.getInboundMessageDetails(mail!.MessageID))).code).toBe(701);
    expect(await rival.getInboundMessages()).toEqual({ TotalCount: 0, InboundMessages: [] });
    const sender = await postmarkFor(stack, acme, 'emails:send');
    expect((await failure(sender.getInboundMessages())).code).toBe(10);
  });
});
