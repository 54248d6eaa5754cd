import { beforeAll, describe, expect, it } from 'vitest';
import { newId, timeOfId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { createAccount, draft } from '../../campaigns/campaigns.fixture.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());
let key: HttpClient;
let member: HttpClient;
let rival: HttpClient;

beforeAll(async () => {
  [key, member] = await Promise.all([tenant.key(), tenant.session('member')]);
  rival = await (await stack.createTenant()).session();
});
const EVENT = 'id type environment occurredAt reason';
const MESSAGE = `id channel environment status from to subject templateId campaignId tags { key value } error createdAt
  updatedAt scheduledAt sentAt`;
const PAGE = `query ($first: Int, $after: String, $channel: String, $status: String, $tag: String, $q: String) {
  messages(first: $first, after: $after, channel: $channel, status: $status, tag: $tag, q: $q) {
    edges { cursor node { ${MESSAGE} events { ${EVENT} } } }
    pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`;
const DETAIL = `message { ${MESSAGE} } body { text html } events { ${EVENT} detail } headers metadata`;
const READ = operation('query', 'message', { id: 'ID!' }, DETAIL);
const CANCEL = operation('mutation', 'cancelMessage', { id: 'ID!' }, DETAIL);

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

async function send(client: HttpClient, body: object): Promise<string> {
  const answer = await client.post('/api/messages/send', body);
  return answer.body.Messages[0].Id;
}

const nodesOf = (data: { messages: { edges: { node: { id: string } }[] } }) =>
  data.messages.edges.map(({ node }) => node);
const idsOf = (data: Parameters<typeof nodesOf>[0]) => nodesOf(data).map(({ id }) => id);

describe('messages by GraphQL', () => {
  it('are read with content and timeline, as REST shows them', async () => {
    const id = await send(member, { Channel: 'email', ...tenant.email({ text: 'Hello' }), Tags: { kind: 'order' } });
    const { Message, Events } = (await member.get(`/api/messages/${id}`)).body;
    const { message } = await graphqlData(member, READ, { id });
    expect(message.message).toMatchObject({
      id,
      channel: 'email',
      status: Message.Status,
      from: Message.From,
      to: Message.To,
      templateId: null,
      campaignId: null,
      tags: [{ key: 'kind', value: 'order' }],
      createdAt: Message.CreatedAt,
      updatedAt: Message.UpdatedAt,
      scheduledAt: null,
      sentAt: null,
    });
    expect(message).toMatchObject({ body: { text: 'Hello' }, headers: Message.Headers, metadata: Message.Metadata });
    expect(message.events.map(({ id: event }: { id: string }) => event)).toEqual([Events[0].Id]);
  });

  it('are cancelled while they are scheduled, which their timeline in a list shows', async () => {
    const id = await send(member, {
      Channel: 'email',
      ...tenant.email(),
      SendAt: inAnHour(),
      Tags: { case: 'cancel' },
    });
    const { cancelMessage } = await graphqlData(member, CANCEL, { id });
    expect(cancelMessage.message).toMatchObject({ id, status: 'cancelled' });
    const data = await graphqlData(member, PAGE, { tag: 'case:cancel' });
    const { Events } = (await member.get(`/api/messages/${id}`)).body;
    const shown = Events.map((event: { Id: string; Type: string; OccurredAt: string }) => ({
      id: event.Id,
      type: event.Type,
      environment: 'test',
      occurredAt: event.OccurredAt,
      reason: null,
    }));
    expect(shown).toHaveLength(2);
    expect(nodesOf(data)).toMatchObject([{ id, events: shown }]);
  });

  it('that are not scheduled cannot be cancelled', async () => {
    const id = await send(member, { Channel: 'email', ...tenant.email() });
    expect(await graphqlCodes(member, CANCEL, { id })).toEqual(['Conflict']);
  });

  it('of another account are not found by any field, and nothing is not either', async () => {
    const id = await send(member, { Channel: 'email', ...tenant.email(), SendAt: inAnHour() });
    for (const query of [READ, CANCEL]) {
      expect(await graphqlCodes(rival, query, { id })).toEqual(['NotFound']);
      expect(await graphqlCodes(member, query, { id: newId('msg') })).toEqual(['NotFound']);
      expect(await graphqlCodes(member, query, { id: 'x' })).toEqual(['NotFound']);
    }
    expect(idsOf(await graphqlData(rival, PAGE))).toEqual([]);
  });

  it('are refused without a session, and to a key', async () => {
    expect(await graphqlCodes(stack.anonymous, PAGE)).toEqual(['AuthorizationError']);
    expect(await graphqlCodes(key, PAGE)).not.toEqual([]);
  });
});

describe('the connection of messages', () => {
  let owner: HttpClient;
  let newestFirst: string[];

  beforeAll(async () => {
    const other = await stack.createTenant();
    owner = await other.session();
    const sent: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      sent.push(await send(owner, { Channel: 'email', ...other.email(), Tags: { kind: n < 2 ? 'order' : 'news' } }));
      sent.push(await send(owner, { Channel: 'sms', To: ['+15005550100'], Body: `Text ${n}` }));
    }
    newestFirst = sent.toReversed();
  });

  it('has the pages of all channels, newest first, which meet each other and those of REST', async () => {
    const ids: string[] = [];
    let after: string | null = null;
    for (let page = 0; page < 3; page += 1) {
      const data = await graphqlData(owner, PAGE, { first: 3, after });
      ids.push(...idsOf(data));
      const { pageInfo } = data.messages;
      expect(pageInfo).toMatchObject({ hasNextPage: page < 2, hasPreviousPage: page > 0 });
      after = pageInfo.endCursor;
      if (page === 0) {
        const { body } = await owner.get(`/api/messages?limit=3&cursor=${after}`);
        expect(body.Messages.map(({ Id }: { Id: string }) => Id)).toEqual(newestFirst.slice(3, 6));
      }
    }
    expect(ids).toEqual(newestFirst);
  });

  it('filters as REST does', async () => {
    expect(idsOf(await graphqlData(owner, PAGE, { channel: 'sms' }))).toHaveLength(4);
    expect(idsOf(await graphqlData(owner, PAGE, { tag: 'kind:order' }))).toHaveLength(2);
    expect(idsOf(await graphqlData(owner, PAGE, { status: 'cancelled' }))).toHaveLength(0);
    expect(idsOf(await graphqlData(owner, PAGE, { q: 'nobody at all' }))).toHaveLength(0);
    for (const wrong of [{ channel: 'fax' }, { status: 'lost' }, { tag: 'order' }])
      expect(await graphqlCodes(owner, PAGE, wrong), JSON.stringify(wrong)).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(owner, PAGE, { after: 'x' })).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(owner, '{ messages(first: 201) { edges { cursor } } }')).toEqual(['InvalidParameter']);
  });

  const FILTERED = `query ($recipient: String, $template: ID, $from: String, $to: String, $channel: String, $status: String) {
    messages(recipient: $recipient, template: $template, from: $from, to: $to, channel: $channel, status: $status) {
      edges { node { id to templateId createdAt } }
    }
  }`;

  it('finds what went to one address, however it is written there, and no other', async () => {
    const other = await stack.createTenant();
    const client = await other.session();
    const sendTo = (to: string) => send(client, { Channel: 'email', ...other.email({ to: [to] }) });
    const ids = [await sendTo('ana.lima@example.test'), await sendTo('Ana.Lima@example.test')];
    await sendTo('ana.lima@example.test.example');
    const found = async (recipient: string, more: object = {}) =>
      idsOf(await graphqlData(client, FILTERED, { recipient, ...more }));
    expect(await found('Ana.Lima@example.test')).toEqual(ids.toReversed());
    expect(await found(' ana.lima@example.test ')).toEqual([ids[0]]);
    expect(await found('ana.lima@example.test', { status: 'cancelled' })).toEqual([]);
    expect(await found('ana.lima@example.test', { channel: 'sms' })).toEqual([]);
    expect(await found('ana')).toEqual([]);
    expect(idsOf(await graphqlData(member, FILTERED, { recipient: 'ana.lima@example.test' }))).toEqual([]);
    const { body } = await client.get('/api/messages?recipient=ana.lima@example.test');
    expect(body.Messages.map(({ Id }: { Id: string }) => Id)).toEqual([ids[0]]);
  });

  it('finds what was made from a template', async () => {
    const { session, tenant: other } = await createAccount(stack);
    const body = { Name: 'Order', Channel: 'email', Subject: 'Yours', Text: 'Hello' };
    const { Id } = (await session.post('/api/templates', body)).body.Template;
    const { Message: _, ...address } = other.email() as { Message: object };
    const id = await send(session, { Channel: 'email', ...address, TemplateId: Id });
    await send(session, { Channel: 'email', ...other.email() });
    expect(nodesOf(await graphqlData(session, FILTERED, { template: Id }))).toMatchObject([{ id, templateId: Id }]);
    expect(idsOf(await graphqlData(session, FILTERED, { template: Id, status: 'cancelled' }))).toEqual([]);
    expect(idsOf(await graphqlData(session, FILTERED, { template: newId('tpl') }))).toEqual([]);
    expect(await graphqlCodes(session, FILTERED, { template: 'order' })).toEqual(['InvalidParameter']);
  });

  it('finds what was accepted in a time, from its beginning on and before its end', async () => {
    const times = (await graphqlData(owner, FILTERED)).messages.edges.map(({ node }: { node: { id: string } }) =>
      timeOfId(node.id),
    ) as Date[];
    const after = (time: Date, ms: number) => new Date(time.getTime() + ms).toISOString();
    const [last, first] = [times[0]!, times.at(-1)!];
    expect(idsOf(await graphqlData(owner, FILTERED, { from: after(first, 0) }))).toEqual(newestFirst);
    expect(idsOf(await graphqlData(owner, FILTERED, { from: after(last, 1) }))).toEqual([]);
    expect(idsOf(await graphqlData(owner, FILTERED, { to: after(first, 0) }))).toEqual([]);
    expect(idsOf(await graphqlData(owner, FILTERED, { to: '9999-12-31T00:00:00Z' }))).toEqual(newestFirst);
    expect(idsOf(await graphqlData(owner, FILTERED, { from: '9999-12-31T00:00:00Z' }))).toEqual([]);
    expect(idsOf(await graphqlData(owner, FILTERED, { from: '1900-01-01T00:00:00Z' }))).toEqual(newestFirst);
    const between = { from: after(first, 0), to: after(last, 0) };
    const found = idsOf(await graphqlData(owner, FILTERED, between));
    expect(found).toEqual(newestFirst.filter((id) => timeOfId(id) < last));
    expect(found.length).toBeGreaterThan(0);
    expect(idsOf(await graphqlData(owner, FILTERED, { ...between, status: 'cancelled' }))).toEqual([]);
    for (const wrong of [{ from: 'yesterday' }, { from: after(last, 0), to: after(first, 0) }])
      expect(await graphqlCodes(owner, FILTERED, wrong), JSON.stringify(wrong)).toEqual(['InvalidParameter']);
  });

  it('takes three statements for a page with timelines and campaigns, however long it is', async () => {
    const account = await createAccount(stack);
    const campaigns = [await draft(account), await draft(account)];
    for (let n = 0; n < 20; n += 1) await send(account.session, { Channel: 'email', ...account.tenant.email() });
    await stack.sql(
      `update message set campaign_id = case when id < (select max(id) from message where tenant_id = $1) then $2 else $3 end
       where tenant_id = $1`,
      [account.tenant.id, ...campaigns],
    );
    const query = `query ($first: Int) {
      messages(first: $first) { edges { node { ${MESSAGE} campaign { id name } events { ${EVENT} } } } }
    }`;
    const { messages } = await graphqlData(account.session, query, { first: 20 });
    const shown = messages.edges.map(({ node }: { node: { campaign: { id: string } } }) => node.campaign.id);
    expect(shown).toEqual([campaigns[1], ...Array.from({ length: 19 }, () => campaigns[0])]);
    const read = async (first: number) =>
      (await graphqlStatements(account.session, query, { first }, /^\s*select/i)).filter(
        (text) => !text.includes('set_config'),
      );
    const twenty = await read(20);
    expect(twenty).toHaveLength(3);
    expect(await read(2)).toHaveLength(3);
  });
});
