import type { Models, ServerClient } from 'postmark';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#libs/core/auth';
import { positionOf } from '#libs/core/persistence';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';
import { emailOf, failure, postmarkFor } from '../postmark.fixture.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const other = usePrepared(() => stack.createTenant());
let postmark: ServerClient;
let rival: ServerClient;

beforeAll(async () => {
  postmark = await postmarkFor(stack, acme);
  rival = await postmarkFor(stack, other);
});

/** Calls that a key with none of their scopes is refused. */
async function expectScope(scope: Scope, ...calls: ((client: ServerClient) => Promise<unknown>)[]): Promise<void> {
  const client = await postmarkFor(stack, acme, scope);
  for (const call of calls) expect(await failure(call(client))).toMatchObject({ statusCode: 401, code: 10 });
}

describe('templates', () => {
  const receipt = {
    Name: 'Receipt',
    Subject: 'Order {{ order }}',
    TextBody: 'To {{ name }}.',
    HtmlBody: '<b>{{ name }}</b>',
  };

  it('are made, read, changed, sent and removed by their number', async () => {
    const made = await postmark.createTemplate({ ...receipt, Alias: 'order-receipt' });
    expect(made).toMatchObject({ Name: 'Receipt', Alias: 'order-receipt', TemplateType: 'Standard', Active: true });
    const { TemplateId } = made;
    expect(Number.isSafeInteger(TemplateId)).toBe(true);
    const read = await postmark.getTemplate(TemplateId);
    expect(read).toMatchObject({ ...receipt, TemplateId, AssociatedServerId: positionOf(acme.id) });
    expect(await postmark.getTemplate('order-receipt')).toEqual(read);
    await postmark.editTemplate('order-receipt', { Name: 'Bill', HtmlBody: '' });
    expect(await postmark.getTemplate(TemplateId)).toMatchObject({
      Name: 'Bill',
      HtmlBody: null,
      TextBody: 'To {{ name }}.',
    });
    const { From, To } = emailOf(acme);
    const TemplateModel = { order: 17, name: 'Ana' };
    const { MessageID } = await postmark.sendEmailWithTemplate({ From, To, TemplateId, TemplateModel });
    expect(await postmark.getOutboundMessageDetails(MessageID)).toMatchObject({
      Subject: 'Order 17',
      TextBody: 'To Ana.',
    });
    expect((await postmark.deleteTemplate(TemplateId)).Message).toBe(`Template ${TemplateId} removed.`);
    expect(await failure(postmark.getTemplate(TemplateId))).toMatchObject({ statusCode: 422, code: 1_101 });
  });

  it('keep a number that is their alias', async () => {
    const { TemplateId } = await postmark.createTemplate({ ...receipt, Name: 'Moved', Alias: '4711' });
    expect(TemplateId).toBe(4_711);
    expect((await postmark.getTemplate(4_711)).Name).toBe('Moved');
  });

  it('are listed by page, those of e-mail alone', async () => {
    const tenant = await stack.createTenant();
    const client = await postmarkFor(stack, tenant);
    await (await tenant.session()).post('/api/templates', { Name: 'Code', Channel: 'sms', Text: 'Code' });
    for (const Name of ['One', 'Two', 'Three']) await client.createTemplate({ ...receipt, Name });
    const names = ({ Templates, TotalCount }: Models.Templates) => [TotalCount, Templates.map(({ Name }) => Name)];
    expect(names(await client.getTemplates())).toEqual([3, ['Three', 'Two', 'One']]);
    expect(names(await client.getTemplates({ count: 1, offset: 1 }))).toEqual([3, ['Two']]);
    expect(names(await client.getTemplates({ templateType: 'Layout' as Models.TemplateTypes }))).toEqual([0, []]);
  });

  it('are refused with the names that the client used', async () => {
    const refused: [template: object, message: string][] = [
      [{ ...receipt, Name: 'Moved' }, 'Name is in use'],
      [{ ...receipt, Name: undefined }, 'Name is missing'],
      [{ ...receipt, Name: 'Broken', HtmlBody: '{% if %}' }, 'HtmlBody'],
      [{ ...receipt, Name: 'No alias', Alias: 'a b' }, 'Alias must begin with'],
      [
        { ...receipt, Name: 'Layout', TemplateType: 'Layout' },
        'TemplateType is not possible: templates have no layouts',
      ],
      [{ Name: 'Empty', Subject: 'Only a subject' }, 'HtmlBody or TextBody is missing'],
    ];
    for (const [template, message] of refused) {
      const error = await failure(postmark.createTemplate(template as Models.CreateTemplateRequest));
      expect(error).toMatchObject({ statusCode: 422, code: 300, message: expect.stringContaining(message) });
    }
  });

  it('are validated without being kept', async () => {
    const TestRenderModel = { name: 'Ana' };
    const valid = await postmark.validateTemplate({ ...receipt, TestRenderModel });
    expect(valid).toMatchObject({
      AllContentIsValid: true,
      HtmlBody: { ContentIsValid: true, RenderedContent: '<b>Ana</b>', ValidationErrors: [] },
      Subject: { ContentIsValid: true, RenderedContent: 'Order order_Value' },
      SuggestedTemplateModel: { name: 'Ana', order: 'order_Value' },
    });
    const nested = await postmark.validateTemplate({ TextBody: '{{ buyer.name }} of {{ buyer.city }}' });
    expect(nested.TextBody.RenderedContent).toBe('name_Value of city_Value');
    const broken = await postmark.validateTemplate({ ...receipt, TextBody: '{% if %}', TestRenderModel });
    expect(broken).toMatchObject({
      AllContentIsValid: false,
      TextBody: { ContentIsValid: false, ValidationErrors: [{ Message: expect.any(String) }], RenderedContent: '' },
      HtmlBody: { ContentIsValid: true, RenderedContent: '<b>Ana</b>' },
    });
  });

  it('of another tenant are never seen, and need their scopes', async () => {
    const { TemplateId } = await postmark.createTemplate({ ...receipt, Name: 'Ours', Alias: 'ours' });
    for (const name of [TemplateId, 'ours']) {
      expect((await failure(rival.getTemplate(name))).code).toBe(1_101);
      expect((await failure(rival.editTemplate(name, { Name: 'Theirs' }))).code).toBe(1_101);
      expect((await failure(rival.deleteTemplate(name))).code).toBe(1_101);
    }
    expect((await rival.getTemplates()).TotalCount).toBe(0);
    await expectScope(
      'templates:read',
      (client) => client.createTemplate({ ...receipt, Name: 'x' }),
      (client) => client.editTemplate('ours', { Name: 'x' }),
      (client) => client.deleteTemplate('ours'),
      (client) => client.validateTemplate(receipt),
    );
    await expectScope(
      'emails:send',
      (client) => client.getTemplates(),
      (client) => client.getTemplate('ours'),
    );
  });
});

describe('the same paths without a token of Postmark', () => {
  it('are not those of Postmark', async () => {
    const answer = await stack.anonymous.get('/templates');
    expect(answer.body).not.toHaveProperty('ErrorCode');
    expect((await stack.anonymous.get('/templates', { 'x-postmark-server-token': 'unknown' })).body.ErrorCode).toBe(10);
    expect((await stack.anonymous.get('/webhooks?x=1', { 'x-postmark-server-token': 'unknown' })).body.ErrorCode).toBe(
      10,
    );
  });
});

describe('message streams', () => {
  it('are the topics, what is of none, and what comes', async () => {
    const session = await acme.session();
    const news = (await session.post('/api/topics', { Name: 'News', Slug: 'news', Description: 'Monthly' })).body.Topic
      .Id;
    await session.post('/api/topics', { Name: 'Orders', Slug: 'orders', Transactional: true });
    const { TotalCount, MessageStreams } = await postmark.getMessageStreams();
    expect([TotalCount, MessageStreams.map(({ MessageStreamType: type }) => type)]).toEqual([
      4,
      ['Transactional', 'Inbound', 'Transactional', 'Broadcasts'],
    ]);
    const told = { ID: news, Name: 'News', Description: 'Monthly', MessageStreamType: 'Broadcasts' };
    expect(await postmark.getMessageStream('news')).toMatchObject({ ...told, ServerID: positionOf(acme.id) });
    expect((await postmark.getMessageStream('outbound')).ID).toBe('outbound');
    const broadcasts = await postmark.getMessageStreams({ messageStreamType: 'Broadcasts' });
    expect(broadcasts.MessageStreams).toEqual([await postmark.getMessageStream(news)]);
    expect((await failure(postmark.getMessageStreams({ messageStreamType: 'Other' }))).code).toBe(300);
    expect((await failure(rival.getMessageStream(news))).code).toBe(1_226);
    await expectScope(
      'emails:send',
      (client) => client.getMessageStreams(),
      (client) => client.getMessageStream('news'),
    );
  });
});

describe('suppressions', () => {
  const entries = (...addresses: string[]) => ({ Suppressions: addresses.map((EmailAddress) => ({ EmailAddress })) });
  const addressesOf = async (client: ServerClient, stream: string, filter: object = {}) =>
    (
      await client.getSuppressions(stream, {
        count: 100,
        offset: 0,
        ...filter,
      } as Models.SuppressionFilteringParameters)
    ).Suppressions.map(({ EmailAddress }) => EmailAddress);

  it('are added, hold e-mails back, and are deleted again', async () => {
    const added = await postmark.createSuppressions(
      'outbound',
      entries('Left@example.test', 'nobody', '+351912345678'),
    );
    expect(added.Suppressions.map(({ Status }) => Status)).toEqual(['Suppressed', 'Failed', 'Failed']);
    expect((await failure(postmark.sendEmail(emailOf(acme, { To: 'left@example.test' })))).code).toBe(406);
    const { Suppressions } = await postmark.getSuppressions('outbound');
    const told = { EmailAddress: 'left@example.test', SuppressionReason: 'ManualSuppression', Origin: 'Customer' };
    expect(Suppressions).toEqual([{ ...told, CreatedAt: expect.any(String) }]);
    const deleted = await postmark.deleteSuppressions('outbound', entries('left@example.test', 'never@example.test'));
    expect(deleted.Suppressions.map(({ Status }) => Status)).toEqual(['Deleted', 'Deleted']);
    expect((await postmark.sendEmail(emailOf(acme, { To: 'left@example.test' }))).ErrorCode).toBe(0);
  });

  it('of a stream are those of its topic', async () => {
    const tenant = await stack.createTenant();
    const client = await postmarkFor(stack, tenant);
    await (await tenant.session()).post('/api/topics', { Name: 'Tips', Slug: 'tips' });
    await client.createSuppressions('tips', entries('ana@example.test'));
    await client.createSuppressions('outbound', entries('rui@example.test'));
    expect([await addressesOf(client, 'tips'), await addressesOf(client, 'outbound')]).toEqual([
      ['ana@example.test'],
      ['rui@example.test'],
    ]);
    expect((await failure(client.sendEmail(emailOf(tenant, { MessageStream: 'tips' })))).code).toBe(406);
    expect((await client.sendEmail(emailOf(tenant))).ErrorCode).toBe(0);
    await client.deleteSuppressions('outbound', entries('ana@example.test'));
    expect(await addressesOf(client, 'tips')).toEqual(['ana@example.test']);
  });

  it('are found by what a query asks, before its part is taken', async () => {
    const tenant = await stack.createTenant();
    const [client, session] = [await postmarkFor(stack, tenant), await tenant.session()];
    for (const [Address, Reason] of [
      ['a@example.test', 'bounce'],
      ['b@example.test', 'complaint'],
      ['c@example.test', 'manual'],
    ])
      await session.post('/api/suppressions', { Address, Reason });
    const cases: [filter: object, addresses: string[]][] = [
      [{}, ['c@example.test', 'b@example.test', 'a@example.test']],
      [{ suppressionReason: 'HardBounce', count: 1 }, ['a@example.test']],
      [{ suppressionReason: 'SpamComplaint' }, ['b@example.test']],
      [{ emailAddress: 'C@example.test', origin: 'Customer' }, ['c@example.test']],
      [{ emailAddress: 'C@example.test', suppressionReason: 'HardBounce' }, []],
      [{ emailAddress: 'example.test' }, []],
      [{ origin: 'Recipient' }, []],
      [{ origin: 'Admin' }, []],
      [{ toDate: '2026-01-01' }, []],
      [{ fromDate: '2026-01-01', count: 1, offset: 2 }, ['a@example.test']],
    ];
    for (const [filter, addresses] of cases)
      expect(await addressesOf(client, 'outbound', filter), JSON.stringify(filter)).toEqual(addresses);
  });

  it('are refused beyond fifty, in streams that are none, and without the scope', async () => {
    const many = entries(...Array.from({ length: 51 }, (_, n) => `a${n}@example.test`));
    expect((await failure(postmark.createSuppressions('outbound', many))).message).toContain('at most 50');
    expect((await failure(postmark.getSuppressions('nothing'))).code).toBe(1_226);
    expect((await failure(postmark.createSuppressions('inbound', entries('a@example.test')))).code).toBe(1_226);
    await expectScope(
      'suppressions:read',
      (client) => client.createSuppressions('outbound', entries('a@example.test')),
      (client) => client.deleteSuppressions('outbound', entries('a@example.test')),
    );
    await expectScope('emails:send', (client) => client.getSuppressions('outbound'));
  });

  it('of another tenant are neither seen nor deleted', async () => {
    await postmark.createSuppressions('outbound', entries('kept@example.test'));
    expect(await addressesOf(rival, 'outbound', { emailAddress: 'kept@example.test' })).toEqual([]);
    await rival.deleteSuppressions('outbound', entries('kept@example.test'));
    expect(await addressesOf(postmark, 'outbound', { emailAddress: 'kept@example.test' })).toEqual([
      'kept@example.test',
    ]);
  });
});

describe('webhooks', () => {
  const Url = 'https://hooks.example.com/postmark';

  it('are endpoints in the form of Postmark, with their triggers', async () => {
    const session = await acme.session('admin');
    await session.post('/api/webhooks', { Url: 'https://hooks.example.com/own', Events: ['email.sent'] });
    const made = await postmark.createWebhook({
      Url,
      Triggers: { Open: { Enabled: true }, Bounce: { Enabled: true } },
    });
    expect(made).toMatchObject({ Url, MessageStream: 'outbound', Secret: expect.stringMatching(/^whsec_/) });
    expect(made.Triggers).toEqual({
      Open: { Enabled: true, PostFirstOpenOnly: false },
      Click: { Enabled: false },
      Delivery: { Enabled: false },
      Bounce: { Enabled: true, IncludeContent: false },
      SpamComplaint: { Enabled: false, IncludeContent: false },
      SubscriptionChange: { Enabled: false },
    });
    const [own] = (await session.get('/api/webhooks')).body.Webhooks;
    expect(own).toMatchObject({ Url, Format: 'postmark', Events: ['email.opened', 'email.bounced', 'email.failed'] });
    const { Webhooks } = await postmark.getWebhooks();
    expect(Webhooks).toEqual([await postmark.getWebhook(made.ID)]);

    const edited = await postmark.editWebhook(made.ID, {
      Triggers: { Open: { Enabled: false }, Click: { Enabled: true } },
    });
    expect(edited.Triggers).toMatchObject({
      Open: { Enabled: false },
      Click: { Enabled: true },
      Bounce: { Enabled: true },
    });
    const off = { Click: { Enabled: false }, Bounce: { Enabled: false } };
    expect((await postmark.editWebhook(made.ID, { Triggers: off })).Triggers.Bounce.Enabled).toBe(false);
    expect((await session.get(`/api/webhooks/${own.Id}`)).body.Webhook.Active).toBe(false);
    const on = await postmark.editWebhook(made.ID, { Triggers: { Delivery: { Enabled: true } } });
    expect(on.Triggers).toMatchObject({ Delivery: { Enabled: true }, Bounce: { Enabled: false } });
    expect((await postmark.deleteWebhook(made.ID)).Message).toContain('removed');
    expect(await failure(postmark.getWebhook(made.ID))).toMatchObject({ statusCode: 404, code: 404 });
  });

  it('are refused what endpoints do not have', async () => {
    const Triggers = { Open: { Enabled: true } };
    const refused: [webhook: object, message: string][] = [
      [{ Url, Triggers: {} }, 'Triggers must have one that is enabled'],
      [{ Triggers }, 'Url is missing'],
      [{ Url: 'ftp://example.com', Triggers }, 'Url'],
      [
        { Url, Triggers: { Open: { Enabled: true, PostFirstOpenOnly: true } } },
        'Triggers.Open.PostFirstOpenOnly is not',
      ],
      [{ Url, Triggers: { Bounce: { Enabled: true, IncludeContent: true } } }, 'Triggers.Bounce.IncludeContent is not'],
      [{ Url, Triggers, HttpAuth: { Username: 'a', Password: 'b' } }, 'HttpAuth is not possible'],
      [{ Url, Triggers, HttpHeaders: [{ Name: 'a', Value: 'b' }] }, 'HttpHeaders is not possible'],
      [{ Url, Triggers, MessageStream: 'news' }, 'MessageStream must be outbound'],
    ];
    for (const [webhook, message] of refused) {
      const error = await failure(postmark.createWebhook(webhook as Models.CreateWebhookRequest));
      expect(error).toMatchObject({ statusCode: 422, code: 300, message: expect.stringContaining(message) });
    }
    expect((await failure(postmark.getWebhooks({ messageStream: 'news' }))).code).toBe(300);
  });

  it('of another tenant are never seen, and need their scopes', async () => {
    const { ID } = await postmark.createWebhook({ Url, Triggers: { Click: { Enabled: true } } });
    expect((await failure(rival.getWebhook(ID))).statusCode).toBe(404);
    expect((await failure(rival.editWebhook(ID, { Url }))).statusCode).toBe(404);
    expect((await failure(rival.deleteWebhook(ID))).statusCode).toBe(404);
    expect(await rival.getWebhooks()).toEqual({ Webhooks: [] });
    await expectScope(
      'webhooks:read',
      (client) => client.createWebhook({ Url, Triggers: { Click: { Enabled: true } } }),
      (client) => client.editWebhook(ID, { Url }),
      (client) => client.deleteWebhook(ID),
    );
    await expectScope(
      'emails:send',
      (client) => client.getWebhooks(),
      (client) => client.getWebhook(ID),
    );
  });
});

describe('the server', () => {
  it('is the account, which a key cannot change', async () => {
    const server = await postmark.getServer();
    expect(server).toEqual({
      ID: positionOf(acme.id),
      Name: expect.any(String),
      ApiTokens: [],
      DeliveryType: 'Sandbox',
    });
    expect((await rival.getServer()).ID).not.toBe(server.ID);
    const edited = await failure(postmark.editServer({ Name: 'Other' }));
    expect(edited).toMatchObject({ statusCode: 422, message: expect.stringContaining('on the dashboard') });
    await expectScope('emails:send', (client) => client.getServer());
  });
});

describe('calls that there are not', () => {
  it('say what there is in their place', async () => {
    const rules = await failure(postmark.getInboundRuleTriggers());
    expect(rules).toMatchObject({
      statusCode: 404,
      code: 404,
      message: expect.stringContaining('routes of received e-mail'),
    });
    const token = { 'x-postmark-server-token': (await acme.createKey()).secret };
    const bulk = await stack.anonymous.post('/email/bulk', {}, token);
    expect([bulk.status, bulk.body.Message]).toEqual([404, expect.stringContaining('campaign')]);
  });
});
