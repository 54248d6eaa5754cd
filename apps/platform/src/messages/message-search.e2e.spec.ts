import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { Answer, HttpClient } from '../../../../test/support/http-client.js';
import { platformStack, type TestTenant } from '../../../../test/support/platform-stack.js';
import { createAccount, draft, inStatus, step } from '../campaigns/campaigns.fixture.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
let tenant: TestTenant;
let key: HttpClient;
let session: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  [key, session] = await Promise.all([tenant.key(), tenant.session('member')]);
});

const idsOf = ({ body }: Answer): string[] => body.Messages.map(({ Id }: { Id: string }) => Id);

async function send(count: number, changes: (n: number) => object = () => ({})): Promise<string[]> {
  const Messages = Array.from({ length: count }, (_, n) => ({ ...tenant.email(), ...changes(n) }));
  const { body } = await key.post('/v1/emails/batch', { Messages });
  return body.Results.map(({ MessageId }: { MessageId: string }) => MessageId);
}

const PATHS = ['/v1/emails', '/api/messages', '/api/auth/me/emails'] as const;
const get = (path: (typeof PATHS)[number], query: string) =>
  (path === '/v1/emails' ? key : session).get(`${path}?${query}`);

describe.each(PATHS)('a search in %s', (path) => {
  it('finds messages by tag, page by page', async () => {
    const ids = await send(9, (n) => ({ Tags: { kind: n % 2 === 0 ? 'order' : 'news', 'with:colon': 'a:b' } }));
    const orders = ids.filter((_, n) => n % 2 === 0).toReversed();
    const first = await get(path, 'tag=kind:order&limit=3');
    const second = await get(path, `tag=kind:order&limit=3&cursor=${first.body.NextCursor}`);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(orders);
    expect([first.body.HasMore, second.body.HasMore]).toEqual([true, false]);
    expect(idsOf(await get(path, 'tag=with:colon:a:b'))).toHaveLength(9);
    for (const other of ['kind:', 'kind:orders', 'KIND:order', 'other:order'])
      expect(idsOf(await get(path, `tag=${other}`))).toEqual([]);
  });

  it('takes a tag together with the other filters', async () => {
    const tagged = (n: number) => ({ ...tenant.email({ subject: n < 2 ? 'One' : 'Two' }), Tags: { kind: 'order' } });
    const ids = await send(4, tagged);
    expect(idsOf(await get(path, 'tag=kind:order&q=two&environment=test'))).toEqual([ids[3], ids[2]]);
    expect(idsOf(await get(path, 'tag=kind:order&environment=live'))).toEqual([]);
    expect(idsOf(await get(path, `tag=kind:order&campaign=${newId('cam')}`))).toEqual([]);
  });

  it('finds messages by environment', async () => {
    const ids = await send(3);
    await stack.sql(`update message set environment = 'live' where id = $1`, [ids[1]]);
    expect(idsOf(await get(path, 'environment=test'))).toEqual([ids[2], ids[0]]);
    expect(idsOf(await get(path, 'environment=live'))).toEqual([ids[1]]);
  });

  it.each(['tag=order', 'tag=:order', 'campaign=x', 'environment=prod', 'tags=kind:order'])(
    'rejects %s with 422',
    async (query) => {
      expect((await get(path, query)).status).toBe(422);
    },
  );
});

describe('a tag', () => {
  it('finds nothing of another tenant', async () => {
    await send(1, () => ({ Tags: { kind: 'order' } }));
    const other = await (await stack.createTenant()).session();
    expect(idsOf(await other.get('/api/messages?tag=kind:order'))).toEqual([]);
  });

  it('finds texts and push messages, too', async () => {
    const { body } = await key.post('/v1/sms/send', { To: ['+351912345678'], Body: 'Hello', Tags: { kind: 'code' } });
    const [mail] = await send(1, () => ({ Tags: { kind: 'code' } }));
    expect(idsOf(await session.get('/api/messages?tag=kind:code'))).toEqual([mail, body.MessageId]);
  });
});

describe('messages of a campaign', () => {
  it('are found by it, and show it over REST and GraphQL', async () => {
    const owner = await createAccount(stack, [{ Email: 'a@example.test' }, { Email: 'b@example.test' }]);
    const [one, other] = [await draft(owner, { Tags: { kind: 'news' } }), await draft(owner)];
    for (const id of [one, other]) {
      await step(owner, id, 'start');
      await inStatus(owner, id, 'completed');
    }
    const { body } = await owner.session.get(`/api/messages?campaign=${one}`);
    expect(body.Messages).toHaveLength(2);
    for (const message of body.Messages) expect(message).toMatchObject({ CampaignId: one, Tags: { kind: 'news' } });
    const query = `query ($id: ID!) { messagePage(campaign: $id, limit: 10) { messages { id campaignId tags { key value } } } }`;
    const answer = await owner.session.post('/graphql', { query, variables: { id: one } });
    expect(answer.body.data.messagePage.messages).toEqual(
      body.Messages.map(({ Id }: { Id: string }) => ({
        id: Id,
        campaignId: one,
        tags: [{ key: 'kind', value: 'news' }],
      })),
    );
  });
});

describe('a message that is cancelled', () => {
  it('is no longer among those accepted, in reports and in usage', async () => {
    const SendAt = new Date(Date.now() + 3_600_000).toISOString();
    const [kept, cancelled] = await send(2, () => ({ SendAt }));
    const figures = async () => [
      (await session.get('/api/reports/overview')).body.Totals.Accepted,
      (await key.get('/v1/account/usage')).body.Usage?.EmailsSent,
    ];
    expect(await figures()).toEqual([2, 2]);
    for (let times = 0; times < 2; times += 1) await key.post(`/v1/emails/${cancelled}/cancel`);
    expect(await figures()).toEqual([1, 1]);
    expect((await key.get(`/v1/emails/${kept}`)).body.Message.Status).toBe('queued');
  });
});
