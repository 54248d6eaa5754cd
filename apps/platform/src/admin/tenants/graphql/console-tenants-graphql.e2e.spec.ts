import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../../../test/support/graphql.js';
import { deepGraphqlNames } from '../../../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../../../test/support/http-client.js';
import { PASSWORD } from '../../../../../../test/support/identity-stack.js';
import { type Account, wholeStack } from '../../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
let acme: Account;
let operator: HttpClient;

beforeAll(async () => {
  acme = await stack.createAccount();
  ({ operator } = acme);
});
const TENANT = 'id slug name status statusReason plan products members deletesAt createdAt updatedAt';
const INVITATION = 'id email role status invitedBy createdAt expiresAt';
const LIST = operation(
  'query',
  'consoleTenants',
  { first: 'Int', after: 'String', q: 'String', status: 'String' },
  'edges { node { id name } } pageInfo { hasNextPage endCursor }',
);
const READ = operation('query', 'consoleTenant', { id: 'ID!' }, `tenant { ${TENANT} } usage { emailsSent dailyLimit }`);
const CREATE = operation(
  'mutation',
  'createTenantForOwner',
  { input: 'CreateTenantForOwnerInput!' },
  `tenant { ${TENANT} } invitation { ${INVITATION} }`,
);
const INVITE = operation('mutation', 'inviteTenantOwner', { id: 'ID!', input: 'InviteOwnerInput!' }, INVITATION);
const UPDATE = operation(
  'mutation',
  'updateConsoleTenant',
  { id: 'ID!', input: 'UpdateConsoleTenantInput!' },
  `tenant { ${TENANT} }`,
);
const ENTER = operation(
  'mutation',
  'enterTenant',
  { id: 'ID!', input: 'EnterTenantInput!' },
  'token expiresAt tenantId',
);
const DELETIONS = '{ tenantDeletions(first: 5) { edges { node { tenantId awaited answers { app rows } } } } }';
const ME = '{ consoleMe { operator userId support { tenantId } } }';
const END = 'mutation { endSupportSession }';

describe('tenants of the console by GraphQL', () => {
  it('are listed by pages that meet, and read as REST shows them', async () => {
    const names = ['Older Inc', 'Middle Inc', 'Newer Inc'];
    for (const name of names) await stack.identity.createOwner(name);
    const first = (await graphqlData(operator, LIST, { first: 2 })).consoleTenants;
    const next = (await graphqlData(operator, LIST, { first: 2, after: first.pageInfo.endCursor })).consoleTenants;
    const listed = [...first.edges, ...next.edges].map(({ node }) => node.name);
    expect(listed.slice(0, 3)).toEqual(names.toReversed());
    const { id } = first.edges[0].node;
    const { consoleTenant } = await graphqlData(operator, READ, { id });
    const { Tenant } = (await operator.get(`/api/admin/tenants/${id}`)).body;
    expect(consoleTenant.tenant).toEqual(deepGraphqlNames(Tenant));
    expect((await graphqlData(operator, LIST, { q: 'Middle' })).consoleTenants.edges).toHaveLength(1);
  });

  it('are created with an invitation of the owner, who is invited again only while nobody is there', async () => {
    const input = { name: 'Invited Inc', ownerEmail: 'owner@invited.example' };
    const { createTenantForOwner } = await graphqlData(operator, CREATE, { input });
    const { tenant, invitation } = createTenantForOwner;
    expect(tenant).toMatchObject({ name: 'Invited Inc', members: 0 });
    expect(invitation).toMatchObject({ email: input.ownerEmail, role: 'owner', status: 'pending' });
    const again = { id: tenant.id, input: { email: 'other@invited.example' } };
    expect((await graphqlData(operator, INVITE, again)).inviteTenantOwner.status).toBe('pending');
    const withMember = { id: acme.owner.tenantId, input: { email: 'x@invited.example' } };
    expect(await graphqlCodes(operator, INVITE, withMember)).toEqual(['Conflict']);
  });

  it('are suspended with a reason, which is in force at once', async () => {
    const other = await stack.createAccount();
    const id = other.owner.tenantId;
    expect(await graphqlCodes(operator, UPDATE, { id, input: { status: 'suspended' } })).toEqual(['MissingParameter']);
    const suspended = { status: 'suspended', reason: 'Spam' };
    const { updateConsoleTenant } = await graphqlData(operator, UPDATE, { id, input: suspended });
    expect(updateConsoleTenant.tenant).toMatchObject({ status: 'suspended', statusReason: 'Spam' });
    expect((await other.session.post('/api/lists', { Name: 'x' })).status).toBe(403);
    const change = 'mutation { createTopic(input: { name: "x" }) { id } }';
    expect(await graphqlCodes(other.session, change)).toEqual(['TenantSuspended']);
    expect(await graphqlData(other.session, '{ topics { edges { node { id } } } }')).toEqual({ topics: { edges: [] } });
  });

  it('that an owner deletes are listed with what is awaited', async () => {
    const leaving = await stack.createAccount();
    const { tenantId } = leaving.owner;
    await leaving.session.send('DELETE', `/api/tenants/${tenantId}`, JSON.stringify({ password: PASSWORD }));
    const { tenantDeletions } = await graphqlData(operator, DELETIONS);
    expect(tenantDeletions.edges[0].node).toMatchObject({ tenantId, answers: [] });
  });

  it('are of operators alone', async () => {
    const id = acme.owner.tenantId;
    for (const [query, variables] of [
      [LIST, {}],
      [READ, { id }],
      [UPDATE, { id, input: { plan: '' } }],
      [INVITE, { id, input: { email: 'x@example.test' } }],
      [CREATE, { input: { name: 'X', ownerEmail: 'x@example.test' } }],
      [ENTER, { id, input: { reason: 'Curious' } }],
      [DELETIONS, {}],
    ] as const)
      expect(await graphqlCodes(acme.session, query, variables), query).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(operator, READ, { id: newId('acc') })).toEqual(['NotFound']);
  });
});

describe('a support session by GraphQL', () => {
  it('is opened with a reason, reads and changes nothing, and ends', async () => {
    const id = acme.owner.tenantId;
    const { enterTenant } = await graphqlData(operator, ENTER, { id, input: { reason: 'Ticket 4711' } });
    const support = stack.platform.anonymous.with({ authorization: `Bearer ${enterTenant.token}` });
    expect((await graphqlData(support, ME)).consoleMe).toMatchObject({ support: { tenantId: id } });
    expect(await graphqlData(support, '{ topics { edges { node { id } } } }')).toEqual({ topics: { edges: [] } });
    const change = 'mutation { createTopic(input: { name: "x" }) { id } }';
    expect(await graphqlCodes(support, change)).toEqual(['PermissionDenied']);
    const { consoleMe } = await graphqlData(operator, ME);
    expect(await graphqlData(support, END)).toEqual({ endSupportSession: consoleMe.userId });
    expect(await graphqlCodes(support, ME)).toEqual(['AuthorizationError']);
    expect(await graphqlCodes(acme.session, END)).toEqual(['PermissionDenied']);
    expect((await graphqlData(acme.session, ME)).consoleMe).toMatchObject({ operator: false, support: null });
  });
});
