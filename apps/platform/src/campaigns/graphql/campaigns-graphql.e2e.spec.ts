import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { graphqlNames } from '../../../../../test/support/graphql-names.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { graphqlStatements } from '../../../../../test/support/statements.js';
import { type Account, createAccount, draft, draftOf, inStatus } from '../campaigns.fixture.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
let account: Account;
let rival: Account;

beforeAll(async () => {
  account = await createAccount(stack, [{ Email: 'ana@example.test' }]);
  rival = await createAccount(stack);
});
const CAMPAIGN = `id name status listId source replyToAddresses templateId topicId templateData subject html text
  trackOpens trackClicks tags progress { recipients accepted skipped failed } error resumeAt sendAt createdAt updatedAt
  startedAt endedAt`;
const CREATE = operation('mutation', 'createCampaign', { input: 'CreateCampaignInput!' }, CAMPAIGN);
const UPDATE = operation('mutation', 'updateCampaign', { id: 'ID!', input: 'UpdateCampaignInput!' }, CAMPAIGN);
const DELETE = operation('mutation', 'deleteCampaign', { id: 'ID!' });
const READ = operation('query', 'campaign', { id: 'ID!' }, CAMPAIGN);
const START = operation('mutation', 'startCampaign', { id: 'ID!', input: 'StartCampaignInput' }, 'id status sendAt');
const step = (name: string) => operation('mutation', `${name}Campaign`, { id: 'ID!' }, 'id status');
const LIST = operation(
  'query',
  'campaigns',
  { first: 'Int', after: 'String', status: 'String' },
  'edges { node { id name list { name } template { name } } } pageInfo { hasNextPage endCursor }',
);

const inputOf = (changes: object = {}) => graphqlNames(draftOf(account, changes));

/** Time enough that nothing starts during the test. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describe('campaigns by GraphQL', () => {
  it('are added, changed and removed, as REST shows them', async () => {
    const input = inputOf({ TemplateData: { City: 'Porto' }, Tags: { kind: 'news' } });
    const campaign = (await graphqlData(account.session, CREATE, { input })).createCampaign;
    const { id } = campaign;
    const { Campaign } = (await account.session.get(`/api/campaigns/${id}`)).body;
    expect(campaign).toEqual({ ...graphqlNames(Campaign), progress: graphqlNames(Campaign.Progress) });
    expect(campaign.templateData).toEqual({ City: 'Porto' });
    const changed = await graphqlData(account.session, UPDATE, { id, input: { name: 'December', html: '<p>Hi</p>' } });
    expect(changed.updateCampaign).toMatchObject({ name: 'December', html: '<p>Hi</p>', text: campaign.text });
    expect((await graphqlData(account.session, READ, { id })).campaign).toEqual(changed.updateCampaign);
    expect(await graphqlData(account.session, DELETE, { id })).toEqual({ deleteCampaign: id });
    expect(await graphqlCodes(account.session, READ, { id })).toEqual(['NotFound']);
  });

  it('are started, paused, resumed and cancelled', async () => {
    const id = await draft(account);
    expect((await graphqlData(account.session, START, { id })).startCampaign).toMatchObject({ id });
    await inStatus(account, id, 'completed');
    const later = await draft(account);
    const sendAt = tomorrow();
    expect((await graphqlData(account.session, START, { id: later, input: { sendAt } })).startCampaign).toEqual({
      id: later,
      status: 'scheduled',
      sendAt,
    });
    await stack.sql(`update campaign set status = 'running' where id = $1`, [later]);
    const ended = (await graphqlData(account.session, step('cancel'), { id: later })).cancelCampaign;
    expect(ended).toEqual({ id: later, status: 'cancelled' });
    const running = await draft(account);
    await stack.sql(`update campaign set status = 'running' where id = $1`, [running]);
    const paused = (await graphqlData(account.session, step('pause'), { id: running })).pauseCampaign;
    expect(paused).toEqual({ id: running, status: 'paused' });
    const resumed = (await graphqlData(account.session, step('resume'), { id: running })).resumeCampaign;
    expect(resumed).toEqual({ id: running, status: 'running' });
    await inStatus(account, running, 'completed');
  });

  it('are refused as on REST', async () => {
    const id = await draft(account);
    const input = inputOf({ ListId: 'lst_0c7b3f19ad62e04f' });
    expect(await graphqlCodes(account.session, CREATE, { input })).toEqual(['InvalidParameter']);
    expect(await graphqlCodes(account.session, UPDATE, { id, input: {} })).toEqual(['MissingParameter']);
    expect(await graphqlCodes(account.session, step('pause'), { id })).toEqual(['Conflict']);
    expect(await graphqlCodes(account.session, step('resume'), { id })).toEqual(['Conflict']);
    expect(await graphqlCodes(account.session, START, { id, input: { sendAt: 'soon' } })).toEqual(['ValidationError']);
  });

  it('of another account are not found by any field', async () => {
    const id = await draft(account);
    for (const [query, variables] of [
      [READ, { id }],
      [UPDATE, { id, input: { name: 'Theirs' } }],
      [DELETE, { id }],
      [START, { id }],
      [step('pause'), { id }],
      [step('resume'), { id }],
      [step('cancel'), { id }],
    ] as const)
      expect(await graphqlCodes(rival.session, query, variables)).toEqual(['NotFound']);
  });
});

describe('the connection of campaigns', () => {
  it('has pages that meet, by status, and finds lists and templates of twenty as of two', async () => {
    const owner = await createAccount(stack);
    const template = { Name: 'News', Channel: 'email', Subject: 'News', Text: 'Hello.' };
    const TemplateId = (await owner.session.post('/api/templates', template)).body.Template.Id as string;
    const ofTemplate = { TemplateId, Subject: null, Text: null };
    for (let n = 0; n < 20; n += 1) {
      const ListId = (await owner.session.post('/api/lists', { Name: `List ${n}` })).body.List.Id as string;
      await draft(owner, { Name: `Number ${n}`, ListId, ...(n % 2 === 1 && ofTemplate) });
    }
    const { campaigns } = await graphqlData(owner.session, LIST, { first: 2 });
    expect(campaigns.edges.map(({ node }: { node: object }) => node)).toMatchObject([
      { name: 'Number 19', list: { name: 'List 19' }, template: { name: 'News' } },
      { name: 'Number 18', list: { name: 'List 18' }, template: null },
    ]);
    const next = await graphqlData(owner.session, LIST, { first: 2, after: campaigns.pageInfo.endCursor });
    expect(next.campaigns.edges[0].node.name).toBe('Number 17');
    expect((await graphqlData(owner.session, LIST, { status: 'running' })).campaigns.edges).toEqual([]);

    const statements = async (first: number) =>
      (await graphqlStatements(owner.session, LIST, { first }, /^\s*select/i)).filter(
        (text) => !text.includes('set_config'),
      );
    expect(await statements(20)).toHaveLength(3);
    expect(await statements(2)).toHaveLength(3);
  });
});
