import { beforeAll, describe, expect, it } from 'vitest';
import { AccessRegistry } from '#libs/core/auth';
import { deepGraphqlNames } from '../../../../../test/support/graphql-names.js';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
let operator: HttpClient;
let owner: HttpClient;
let tenantId: string;

beforeAll(async () => {
  ({ client: operator } = await stack.createOperator());
  const tenant = await stack.createTenant();
  tenantId = tenant.id;
  owner = await tenant.session('owner');
});
const ENTRY = 'id kind value reason createdBy createdAt';
const CREATE_ENTRY = operation('mutation', 'createBlockEntry', { input: 'CreateBlockInput!' }, ENTRY);
const DELETE_ENTRY = operation('mutation', 'deleteBlockEntry', { id: 'ID!' });
const ENTRIES = `query ($first: Int, $after: String, $q: String) {
  blockEntries(first: $first, after: $after, q: $q) { edges { node { ${ENTRY} } } pageInfo { hasNextPage endCursor } }
}`;
const ADD_DATACENTER = operation('mutation', 'addDatacenter', { input: 'AddDatacenterInput!' }, 'asn name');
const LETTER = 'id tenantId kind payload attempts failures error createdAt deadAt';
const PLAN = 'name quota { email sms push } dailyRamp callsPerMinute { send read write }';
const CREATE_PLAN = operation('mutation', 'createPlan', { input: 'CreatePlanInput!' }, PLAN);
const UPDATE_PLAN = operation('mutation', 'updatePlan', { name: 'ID!', input: 'UpdatePlanInput!' }, PLAN);
const ALERT = 'id name metric operator threshold windowMinutes active state value evaluatedAt createdAt updatedAt';
const CREATE_ALERT = operation('mutation', 'createPlatformAlert', { input: 'PlatformAlertInput!' }, ALERT);
const REPLACE_ALERT = operation('mutation', 'replacePlatformAlert', { id: 'ID!', input: 'PlatformAlertInput!' }, ALERT);

describe('the operator console by GraphQL', () => {
  it('is for operators alone', async () => {
    const routes = stack.app.get(AccessRegistry, { strict: false }).routes();
    const ofOperators = Object.entries(routes).filter(
      ([name, access]) => /^(Query|Mutation)\./.test(name) && access?.kind === 'operator',
    );
    expect(ofOperators.length).toBeGreaterThan(20);
    for (const query of ['{ plans { name } }', '{ workQueues { kind } }', '{ queueHolds { id } }'])
      expect(await graphqlCodes(owner, query), query).toEqual(['PermissionDenied']);
    const input = { kind: 'email', value: 'x@example.test' };
    expect(await graphqlCodes(owner, CREATE_ENTRY, { input })).toEqual(['PermissionDenied']);
  });

  it('shows the figures of the platform, as REST does', async () => {
    const { platformMetrics } = await graphqlData(
      operator,
      `{ platformMetrics { at tenants { active total } windows { minutes byChannel { email { totals { accepted } rates { sent } } }
        webhooks { delivered successRate } } queues { kind } apiCalls } }`,
    );
    const { Metrics } = (await operator.get('/api/admin/metrics')).body;
    expect(platformMetrics).toMatchObject({ at: Metrics.At, apiCalls: Metrics.ApiCalls, tenants: null });
    expect(platformMetrics.windows.map(({ minutes }: { minutes: number }) => minutes)).toEqual([60, 1_440, 10_080]);
    expect(await graphqlCodes(owner, '{ platformMetrics { at } }')).toEqual(['PermissionDenied']);
  });

  it('confirms and removes senders of texts of any tenant', async () => {
    const { body } = await owner.post('/api/sms/senders', { Value: 'Shop' });
    const { Id: id } = body.Sender;
    const list = 'query ($state: String) { consoleSmsSenders(state: $state) { edges { node { id tenantId state } } } }';
    const pending = (await graphqlData(operator, list, { state: 'pending' })).consoleSmsSenders.edges;
    expect(pending).toEqual([{ node: { id, tenantId, state: 'pending' } }]);
    const confirm = operation('mutation', 'confirmConsoleSmsSender', { id: 'ID!' }, 'state confirmedBy');
    const remove = operation('mutation', 'deleteConsoleSmsSender', { id: 'ID!' });
    for (const query of [confirm, remove])
      expect(await graphqlCodes(owner, query, { id })).toEqual(['PermissionDenied']);
    const confirmed = (await graphqlData(operator, confirm, { id })).confirmConsoleSmsSender;
    expect(confirmed).toEqual({ state: 'confirmed', confirmedBy: 'operator' });
    expect(await graphqlCodes(operator, confirm, { id })).toEqual(['Conflict']);
    expect(await graphqlData(operator, remove, { id })).toEqual({ deleteConsoleSmsSender: id });
    expect(await graphqlCodes(operator, remove, { id })).toEqual(['NotFound']);
  });

  it('blocks values, lists them by pages and lifts blocks', async () => {
    for (const value of ['one.test', 'two.test']) {
      const input = { kind: 'domain', value, reason: 'Phishing' };
      const { createBlockEntry } = await graphqlData(operator, CREATE_ENTRY, { input });
      const { Entry } = (await operator.get(`/api/admin/blacklist/${createBlockEntry.id}`)).body;
      expect(createBlockEntry).toEqual(deepGraphqlNames(Entry));
    }
    const first = (await graphqlData(operator, ENTRIES, { first: 1 })).blockEntries;
    expect(first.edges.map(({ node }: { node: { value: string } }) => node.value)).toEqual(['two.test']);
    const second = (await graphqlData(operator, ENTRIES, { first: 1, after: first.pageInfo.endCursor })).blockEntries;
    expect(second.edges[0].node.value).toBe('one.test');
    const { id } = second.edges[0].node;
    expect(await graphqlData(operator, DELETE_ENTRY, { id })).toEqual({ deleteBlockEntry: id });
    expect((await graphqlData(operator, ENTRIES, { q: 'one' })).blockEntries.edges).toEqual([]);
    expect(await graphqlCodes(operator, DELETE_ENTRY, { id })).toEqual(['NotFound']);
  });

  it('names a value that cannot be blocked', async () => {
    const input = { kind: 'ip', value: 'nonsense' };
    expect(await graphqlCodes(operator, CREATE_ENTRY, { input })).toEqual(['InvalidParameter']);
  });

  it('shows and computes suggestions', async () => {
    expect(await graphqlData(operator, 'mutation { computeBlockSuggestions { id signal evidence } }')).toEqual({
      computeBlockSuggestions: [],
    });
    expect(await graphqlData(operator, '{ blockSuggestions { id } }')).toEqual({ blockSuggestions: [] });
    const dismiss = operation('mutation', 'dismissBlockSuggestion', { id: 'ID!' }, 'id');
    expect(await graphqlCodes(operator, dismiss, { id: '00000000-0000-7000-8000-000000000000' })).toEqual(['NotFound']);
  });

  it('lists networks of data centres', async () => {
    const input = { asn: 64496, name: 'Example Hosting' };
    expect((await graphqlData(operator, ADD_DATACENTER, { input })).addDatacenter).toEqual(input);
    const query = '{ datacenters(first: 5) { edges { node { asn } } } datacenter(asn: "AS64496") { name } }';
    expect(await graphqlData(operator, query)).toEqual({
      datacenters: { edges: [{ node: { asn: 64496 } }] },
      datacenter: { name: 'Example Hosting' },
    });
    expect(await graphqlData(operator, 'mutation { deleteDatacenter(asn: "64496") }')).toEqual({
      deleteDatacenter: '64496',
    });
  });

  it('lists a network whose number needs 32 bits', async () => {
    const input = { asn: 4_200_000_000, name: 'Private use' };
    expect((await graphqlData(operator, ADD_DATACENTER, { input })).addDatacenter).toEqual(input);
    const { datacenters } = await graphqlData(operator, '{ datacenters { edges { node { asn } } } }');
    expect(datacenters.edges).toContainEqual({ node: { asn: input.asn } });
  });

  it('retries and discards dead letters, as REST shows them', async () => {
    const id = await stack.createDeadLetter(tenantId);
    const { DeadLetter } = (await operator.get(`/api/admin/dead-letters/${id}`)).body;
    const query = `query ($tenant: ID) { deadLetters(tenant: $tenant) { edges { node { ${LETTER} } } } }`;
    const { deadLetters } = await graphqlData(operator, query, { tenant: tenantId });
    expect(deadLetters.edges).toEqual([{ node: deepGraphqlNames(DeadLetter) }]);
    const discard = operation('mutation', 'discardDeadLetter', { id: 'ID!' }, 'id');
    expect((await graphqlData(operator, discard, { id })).discardDeadLetter).toEqual({ id });
    expect(await graphqlCodes(operator, discard, { id })).toEqual(['NotFound']);
    const { workQueues } = await graphqlData(operator, '{ workQueues { kind due delayed dead oldestSeconds } }');
    expect(workQueues).toContainEqual(expect.objectContaining({ kind: 'email.deliver' }));
  });

  it('adds and changes plans', async () => {
    const quota = { email: 1_000, sms: 0, push: null };
    const callsPerMinute = { send: 60, read: 120, write: null };
    const input = { name: 'by-graphql', quota, dailyRamp: null, callsPerMinute };
    expect((await graphqlData(operator, CREATE_PLAN, { input })).createPlan).toEqual(input);
    const change = { quota: { sms: 10 } };
    const { updatePlan } = await graphqlData(operator, UPDATE_PLAN, { name: 'by-graphql', input: change });
    expect(updatePlan).toEqual({ ...input, quota: { ...quota, sms: 10 } });
    const { plans } = await graphqlData(operator, `{ plans { ${PLAN} } }`);
    expect(plans).toEqual(deepGraphqlNames((await operator.get('/api/admin/plans')).body.Plans));
  });

  it('adds a plan with the largest quota, and shows it', async () => {
    const quota = { email: 1_000_000_000_000, sms: 3_000_000_000, push: 1_000_000_000_000 };
    const callsPerMinute = { send: 10_000_000, read: 10_000_000, write: 10_000_000 };
    const input = { name: 'huge', quota, dailyRamp: 1_000_000_000, callsPerMinute };
    expect((await graphqlData(operator, CREATE_PLAN, { input })).createPlan).toEqual(input);
  });

  it('keeps rules about the platform', async () => {
    const input = { name: 'Bounces', metric: 'email_bounce_rate', operator: 'gt', threshold: 0.05, windowMinutes: 60 };
    const { Alerts } = (await operator.get('/api/admin/platform-alerts')).body;
    expect(Alerts).toEqual([]);
    const { createPlatformAlert: rule } = await graphqlData(operator, CREATE_ALERT, { input });
    expect(rule).toEqual(deepGraphqlNames((await operator.get(`/api/admin/platform-alerts/${rule.id}`)).body.Alert));
    const changed = { id: rule.id, input: { ...input, threshold: 0.1, active: false } };
    expect((await graphqlData(operator, REPLACE_ALERT, changed)).replacePlatformAlert).toMatchObject({
      threshold: 0.1,
      active: false,
    });
    expect(await graphqlData(operator, '{ platformAlertEvents { edges { node { type } } } }')).toEqual({
      platformAlertEvents: { edges: [] },
    });
    const remove = operation('mutation', 'deletePlatformAlert', { id: 'ID!' });
    expect(await graphqlData(operator, remove, { id: rule.id })).toEqual({ deletePlatformAlert: rule.id });
  });

  it('says that no queue is on hold, and refuses to release one', async () => {
    expect(await graphqlData(operator, '{ queueHolds { id } }')).toEqual({ queueHolds: [] });
    const release = operation('mutation', 'releaseQueues', { input: 'ReleaseQueuesInput!' }, 'id');
    expect(await graphqlCodes(operator, release, { input: {} })).toEqual(['Conflict']);
  });
});
