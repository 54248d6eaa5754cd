import type { Models, ServerClient } from 'postmark';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Id } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { platformStack, type TestTenant } from '../../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';
import { TrackingRecorder } from '../../../tracking/tracking-recorder.js';
import { emailOf, failure, postmarkFor } from '../postmark.fixture.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
let postmark: ServerClient;
let rival: ServerClient;
let reports: ServerClient;

beforeAll(async () => {
  postmark = await postmarkFor(stack, acme);
  rival = await postmarkFor(stack, await stack.createTenant());
  reports = await postmarkFor(stack, acme, 'reports:read');
});

const TODAY = new Date().toISOString().slice(0, 10);

/** Subjects of the e-mails that a query finds, and how many there are. */
async function found(client: ServerClient, filter: object) {
  const asked = { count: 100, offset: 0, ...filter } as Models.OutboundMessagesFilteringParameters;
  const { TotalCount, Messages } = await client.getOutboundMessages(asked);
  return { total: TotalCount, subjects: Messages.map(({ Subject }) => Subject) };
}

/** Sends an e-mail and returns its id, once it has left. */
async function sent(tenant: TestTenant, client: ServerClient, changes: Partial<Models.Message>): Promise<Id<'msg'>> {
  const { MessageID } = await client.sendEmail(emailOf(tenant, changes));
  await stack.mail.waitFor(({ source }) => source.includes(MessageID));
  return MessageID as Id<'msg'>;
}

/** A reader opens an e-mail twice and clicks in it once. */
async function readAt(tenantId: TestTenant['id'], messageId: Id<'msg'>): Promise<void> {
  const recorder = stack.app.get(TrackingRecorder, { strict: false });
  const event = { ref: { tenantId, messageId }, userAgent: 'Reader/1', machine: false };
  const at = Date.now();
  for (const after of [0, 120_000]) recorder.record({ ...event, type: 'opened', occurredAt: new Date(at + after) });
  recorder.record({ ...event, type: 'clicked', url: 'https://shop.test/', occurredAt: new Date(at) });
  await recorder.beforeApplicationShutdown();
}

describe('the search of e-mails', () => {
  it('lists each call once, newest first, with all its recipients', async () => {
    const tenant = await stack.createTenant();
    const client = await postmarkFor(stack, tenant);
    await client.sendEmail(emailOf(tenant, { Subject: 'First' }));
    const { MessageID } = await client.sendEmail(
      emailOf(tenant, {
        Subject: 'Second',
        To: '"Doe, Jane" <jane@example.test>, rui@example.test',
        Bcc: 'dan@example.test',
        Tag: 'welcome',
        Metadata: { order: '4711' },
        Attachments: [{ Name: 'a.txt', Content: 'YQ==', ContentType: 'text/plain', ContentID: null }],
      }),
    );
    const { TotalCount, Messages } = await client.getOutboundMessages();
    expect([TotalCount, Messages.map(({ Subject }) => Subject)]).toEqual([2, ['Second', 'First']]);
    expect(Messages[0]).toMatchObject({
      MessageID,
      To: [
        { Email: 'jane@example.test', Name: 'Doe, Jane' },
        { Email: 'rui@example.test', Name: '' },
      ],
      Bcc: [{ Email: 'dan@example.test', Name: '' }],
      Recipients: ['jane@example.test', 'rui@example.test', 'dan@example.test'],
      Tag: 'welcome',
      Metadata: { order: '4711' },
      Attachments: ['a.txt'],
      MessageStream: 'outbound',
    });
    expect(await found(client, { count: 1, offset: 1 })).toEqual({ total: 2, subjects: ['First'] });
    const second = (await found(client, { recipient: 'dan@example.test' })).subjects;
    expect(second).toEqual(['Second']);
  });

  it('finds e-mails by what they have in common', async () => {
    const tenant = await stack.createTenant();
    await tenant.verifyDomain(`other.${tenant.slug}.test`);
    const client = await postmarkFor(stack, tenant);
    const other = `news@other.${tenant.slug}.test`;
    await (await tenant.session()).post('/api/topics', { Name: 'News', Slug: 'news' });
    await sent(tenant, client, { Subject: 'Receipt 100%', Tag: 'receipt', Metadata: { Shop: 'a', order: '1' } });
    await sent(tenant, client, { Subject: 'Receipt', Tag: 'receipt', Metadata: { Shop: 'b', order: '1' } });
    await sent(tenant, client, { Subject: 'Letter', From: `Acme <${other}>`, MessageStream: 'news' });
    const cases: [filter: object, subjects: string[]][] = [
      [{ tag: 'receipt' }, ['Receipt', 'Receipt 100%']],
      [{ tag: 'receipt', metadata_Shop: 'a' }, ['Receipt 100%']],
      [{ metadata_Shop: 'b', metadata_order: '1' }, ['Receipt']],
      [{ metadata_Shop: 'c' }, []],
      [{ subject: '100%' }, ['Receipt 100%']],
      [{ subject: 'receipt' }, ['Receipt', 'Receipt 100%']],
      [{ fromEmail: other.toUpperCase() }, ['Letter']],
      [{ fromEmail: 'news@other' }, []],
      [{ messageStream: 'news' }, ['Letter']],
      [{ messageStream: 'outbound', count: 1 }, ['Receipt']],
      [{ status: 'sent' }, ['Letter', 'Receipt', 'Receipt 100%']],
      [{ status: 'queued' }, []],
      [{ fromDate: TODAY, toDate: TODAY, recipient: 'ana@example.test' }, ['Letter', 'Receipt', 'Receipt 100%']],
      [{ toDate: '2026-01-01' }, []],
    ];
    for (const [filter, subjects] of cases)
      expect((await found(client, filter)).subjects, JSON.stringify(filter)).toEqual(subjects);
  });

  it('refuses what it cannot find by', async () => {
    const refused: [filter: object, code: number][] = [
      [{ count: 501 }, 300],
      [{ offset: 9_950 }, 300],
      [{ status: 'lost' }, 300],
      [{ fromDate: 'today' }, 300],
      [{ tag: 'a\0b' }, 300],
      [{ messageStream: 'nothing' }, 1_235],
    ];
    for (const [filter, code] of refused) {
      expect(await failure(found(postmark, filter)), JSON.stringify(filter)).toMatchObject({ statusCode: 422, code });
    }
    const sender = await postmarkFor(stack, acme, 'emails:send');
    expect((await failure(sender.getOutboundMessages())).code).toBe(10);
  });
});

describe('the source of an e-mail', () => {
  it('is what was given, with its files', async () => {
    const Attachments = [{ Name: 'a.txt', Content: 'YQ==', ContentType: 'text/plain', ContentID: null }];
    const id = await sent(acme, postmark, { Subject: 'With a file', HtmlBody: '<b>Hello</b>', Attachments });
    const { Body } = await postmark.getOutboundMessageDump(id);
    for (const part of ['Subject: With a file', 'Hello, Ana.', '<b>Hello</b>', 'a.txt']) expect(Body).toContain(part);
    expect((await failure(rival.getOutboundMessageDump(id))).code).toBe(701);
  });
});

describe('opens and clicks', () => {
  it('are listed of all e-mails and of one, and counted by day', async () => {
    const tenant = await stack.createTenant();
    const client = await postmarkFor(stack, tenant);
    const id = await sent(tenant, client, { Tag: 'read', To: 'reader@example.test' });
    await sent(tenant, client, { Subject: 'Not read' });
    await readAt(tenant.id, id);
    const opens = await client.getMessageOpens();
    expect(opens).toMatchObject({ TotalCount: 2, Opens: [{ MessageID: id }, { MessageID: id }] });
    const open = { Recipient: 'reader@example.test', Tag: 'read', UserAgent: 'Reader/1', Platform: 'Unknown' };
    expect(opens.Opens[0]).toMatchObject({ RecordType: 'Open', MessageStream: 'outbound', ...open });
    expect(await client.getMessageOpensForSingleMessage(id)).toEqual(opens);
    const one = { count: 1, offset: 1 };
    expect((await client.getMessageOpens({ ...one, tag: 'read' })).Opens).toEqual(opens.Opens.slice(1));
    expect(await client.getMessageOpens({ ...one, offset: 0, recipient: 'ana@example.test' })).toMatchObject({
      TotalCount: 0,
    });
    const clicks = await client.getMessageClicks();
    expect(clicks).toMatchObject({
      TotalCount: 1,
      Clicks: [{ OriginalLink: 'https://shop.test/', ClickLocation: 'HTML' }],
    });
    expect(await client.getMessageClicksForSingleMessage(id)).toEqual(clicks);

    const overview = await client.getOutboundOverview({ tag: 'read', fromDate: TODAY });
    expect(overview).toMatchObject({ Sent: 1, Opens: 2, UniqueOpens: 1, TotalClicks: 1, UniqueLinksClicked: 1 });
    expect(overview).toMatchObject({ Bounced: 0, BounceRate: 0, SpamComplaints: 0 });
    const opened = await client.getEmailOpenCounts();
    expect(opened).toMatchObject({ Opens: 2, Unique: 1 });
    expect(opened.Days.map(({ Opens }) => Opens).reduce((sum, count) => sum + count)).toBe(2);
    expect(await client.getSentCounts()).toEqual({ Days: [{ Date: TODAY, Sent: 2 }], Sent: 2 });
    expect(await client.getClickCounts()).toMatchObject({ Clicks: 1, Unique: 1 });
    expect(await client.getClickLocation()).toMatchObject({ HTML: 1 });
    for (const usage of [await client.getEmailOpenPlatformUsage(), await client.getEmailOpenClientUsage()])
      expect(usage).toMatchObject({ Unknown: 2 });
    for (const usage of [await client.getClickPlatformUsage(), await client.getClickBrowserUsage()])
      expect(usage).toMatchObject({ Unknown: 1 });
  });

  it('of another tenant are never seen', async () => {
    const id = await sent(acme, postmark, {});
    await readAt(acme.id, id);
    expect((await failure(rival.getMessageOpensForSingleMessage(id))).code).toBe(701);
    expect((await failure(rival.getMessageClicksForSingleMessage(id))).code).toBe(701);
    expect(await rival.getMessageOpens()).toEqual({ TotalCount: 0, Opens: [] });
    expect(await rival.getMessageClicks()).toEqual({ TotalCount: 0, Clicks: [] });
    expect(await found(rival, {})).toEqual({ total: 0, subjects: [] });
    expect(await rival.getSentCounts()).toEqual({ Days: [], Sent: 0 });
  });

  it('cannot be asked by what is not known of a reader', async () => {
    const asked = postmark.getMessageOpens({ count: 1, offset: 0, country: 'pt' });
    expect((await failure(asked)).message).toContain('is not known of a reader');
  });
});

describe('the statistics', () => {
  it('count bounces and complaints', async () => {
    const tenant = await stack.createTenant();
    const client = await postmarkFor(stack, tenant);
    for (const To of ['bounced@sandbox.test', 'complained@sandbox.test'])
      await client.sendEmail(emailOf(tenant, { To }));
    await waitUntil(async () => (await client.getBounceCounts())['Bounced'] === 1 || undefined);
    await waitUntil(async () => (await client.getSpamComplaintsCounts()).SpamComplaint === 1 || undefined);
    const { Days } = await client.getSpamComplaintsCounts({ toDate: TODAY });
    expect(Days).toEqual([{ Date: TODAY, SpamComplaint: 1 }]);
  });

  it('refuse what is not counted, and keys without their scope', async () => {
    expect((await failure(reports.getTrackedEmailCounts())).message).toBe('Which e-mails have tracking is not counted');
    expect((await failure(reports.getEmailOpenReadTimes())).statusCode).toBe(404);
    const stream = reports.getSentCounts({ messageStream: 'outbound' });
    expect((await failure(stream)).message).toContain('e-mails are counted together, or by Tag');
    expect((await failure(reports.getSentCounts({ fromDate: TODAY, toDate: '2026-1-1' }))).code).toBe(300);
    expect((await failure(reports.getOutboundMessages())).code).toBe(10);
    const reader = await postmarkFor(stack, acme, 'emails:read');
    expect((await failure(reader.getOutboundOverview())).code).toBe(10);
  });
});
