import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { deepGraphqlNames, graphqlNames } from '../../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { PASSWORD } from '../../../../../test/support/identity-stack.js';
import { statementsOf } from '../../../../../test/support/statements.js';
import { type Account, wholeStack } from '../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
let acme: Account;
let rival: Account;
let tenantId: string;

beforeAll(async () => {
  [acme, rival] = await Promise.all([stack.createAccount(), stack.createAccount()]);
  ({ tenantId } = acme.owner);
});
async function memberOf(account: Account): Promise<{ id: string; session: HttpClient }> {
  const user = await stack.identity.createMember(account.owner);
  const token = await stack.identity.login(user);
  return { id: user.id, session: stack.platform.anonymous.with({ authorization: `Bearer ${token}` }) };
}

const OF = { tenantId: 'ID!' };
const TENANT = 'id slug name role status plan products deletesAt';
const READ = operation('query', 'tenant', OF, TENANT);
const CREATE = operation('mutation', 'createTenant', { input: 'CreateTenantInput!' }, TENANT);
const RENAME = operation('mutation', 'updateTenant', { ...OF, input: 'UpdateTenantInput!' }, TENANT);
const DELETE = operation('mutation', 'deleteTenant', { ...OF, password: 'String!' });
const RESTORE = operation('mutation', 'restoreTenant', OF);

describe('the accounts of a user by GraphQL', () => {
  it('are made, listed, read and renamed, as REST shows them', async () => {
    const { createTenant } = await graphqlData(acme.session, CREATE, { input: { name: 'Second' } });
    const { id } = createTenant;
    expect(createTenant).toMatchObject({ name: 'Second', role: 'owner' });
    const rename = { tenantId: id, input: { name: ' Renamed ' } };
    expect((await graphqlData(acme.session, RENAME, rename)).updateTenant.name).toBe('Renamed');
    const { tenants } = await graphqlData(acme.session, `{ tenants { ${TENANT} } }`);
    expect(tenants).toEqual(deepGraphqlNames((await acme.session.get('/api/tenants')).body.Tenants));
    const { Tenant } = (await acme.session.get(`/api/tenants/${id}`)).body;
    expect((await graphqlData(acme.session, READ, { tenantId: id })).tenant).toEqual(graphqlNames(Tenant));
    expect(await graphqlCodes(acme.session, RENAME, { tenantId: id, input: {} })).toEqual(['MissingParameter']);
    expect(await graphqlCodes(acme.session, RESTORE, { tenantId: id })).toEqual(['Conflict']);
  });

  it('are deleted by an owner with their password, and restored', async () => {
    const { owner, session } = await stack.createAccount();
    const own = { tenantId: owner.tenantId };
    expect(await graphqlCodes(session, DELETE, { ...own, password: 'wrong' })).toEqual(['AuthorizationError']);
    const { deleteTenant } = await graphqlData(session, DELETE, { ...own, password: PASSWORD });
    expect(deleteTenant).toBe(own.tenantId);
    const deleted = (await graphqlData(session, READ, own)).tenant;
    expect(deleted).toMatchObject({ status: 'suspended', deletesAt: expect.any(String) });
    expect(await graphqlData(session, RESTORE, own)).toEqual({ restoreTenant: own.tenantId });
    expect((await graphqlData(session, READ, own)).tenant).toMatchObject({ status: 'active', deletesAt: null });
  });

  it('are not mixed up when one call asks for several', async () => {
    const { createTenant } = await graphqlData(acme.session, CREATE, { input: { name: 'Beside' } });
    const both = `{ a: tenant(tenantId: "${tenantId}") { id } b: tenant(tenantId: "${createTenant.id}") { id } }`;
    expect(await graphqlData(acme.session, both)).toEqual({ a: { id: tenantId }, b: { id: createTenant.id } });
  });
});

const MEMBERS = operation(
  'query',
  'tenantMembers',
  { ...OF, first: 'Int', after: 'String' },
  'edges { node { userId role } } pageInfo { endCursor hasNextPage }',
);
const BY_IDS = operation('query', 'membersByIds', { ids: '[ID!]!' }, 'userId name email role');
const SET_ROLE = operation('mutation', 'setMemberRole', { ...OF, userId: 'ID!', input: 'SetMemberRoleInput!' }, 'role');
const REMOVE = operation('mutation', 'removeMember', { ...OF, userId: 'ID!' });
const INVITATIONS = operation('query', 'tenantInvitations', OF, 'id email role status');
const INVITE = operation('mutation', 'inviteMember', { ...OF, input: 'InviteMemberInput!' }, 'id email role status');
const REVOKE = operation('mutation', 'revokeInvitation', { ...OF, id: 'ID!' });
const ACCEPT = operation('mutation', 'acceptInvitation', { input: 'AcceptInvitationInput!' }, 'id role');

describe('the members with many ids', () => {
  it('are in the order of the ids, null for who is none', async () => {
    const { id } = await memberOf(acme);
    const stranger = rival.owner.id;
    const ids = [id, newId('usr'), acme.owner.id, stranger, 'x', id];
    const { membersByIds } = await graphqlData(acme.session, BY_IDS, { ids });
    const found = membersByIds.map((member: { userId: string; role: string } | null) => member?.userId ?? null);
    expect(found).toEqual([id, null, acme.owner.id, null, null, id]);
    expect(membersByIds[0]).toEqual({
      userId: id,
      name: expect.any(String),
      email: expect.stringContaining('@'),
      role: 'member',
    });
    expect((await graphqlData(rival.session, BY_IDS, { ids: [id, stranger] })).membersByIds).toMatchObject([
      null,
      { userId: stranger },
    ]);
  });

  it('are read by one statement, at most a hundred of them', async () => {
    const ids = [acme.owner.id, ...Array.from({ length: 99 }, () => newId('usr'))];
    const read = await statementsOf(() => graphqlData(acme.session, BY_IDS, { ids }), /\bmembership\b/i);
    expect(read.filter((text) => /^\s*select/i.test(text))).toHaveLength(1);
    expect(await graphqlCodes(acme.session, BY_IDS, { ids: [...ids, newId('usr')] })).toEqual(['InvalidParameter']);
    expect((await graphqlData(acme.session, BY_IDS, { ids: [] })).membersByIds).toEqual([]);
    expect(await graphqlCodes(stack.platform.anonymous, BY_IDS, { ids })).toEqual(['AuthorizationError']);
  });
});

describe('members by GraphQL', () => {
  it('are listed by pages that meet, given roles and removed', async () => {
    const account = await stack.createAccount();
    const { tenantId: own, id: ownerId } = account.owner;
    const member = await memberOf(account);
    const first = (await graphqlData(account.session, MEMBERS, { tenantId: own, first: 1 })).tenantMembers;
    const after = first.pageInfo.endCursor;
    const next = (await graphqlData(account.session, MEMBERS, { tenantId: own, first: 1, after })).tenantMembers;
    const ids = [...first.edges, ...next.edges].map(({ node }) => node.userId);
    expect(ids.toSorted()).toEqual([ownerId, member.id].toSorted());
    const admin = { tenantId: own, userId: member.id, input: { role: 'admin' } };
    expect((await graphqlData(account.session, SET_ROLE, admin)).setMemberRole).toEqual({ role: 'admin' });
    const last = { tenantId: own, userId: ownerId };
    expect(await graphqlCodes(account.session, REMOVE, last)).toEqual(['Conflict']);
    expect(await graphqlData(member.session, REMOVE, { tenantId: own, userId: member.id })).toEqual({
      removeMember: member.id,
    });
    expect(await graphqlCodes(member.session, MEMBERS, { tenantId: own })).toEqual(['NotFound']);
  });

  it('are invited, and are members when they accept by the token of the mail', async () => {
    const account = await stack.createAccount();
    const own = account.owner.tenantId;
    const guest = await stack.createAccount();
    const input = { email: guest.owner.email, role: 'member' };
    await graphqlData(account.session, INVITE, { tenantId: own, input });
    const token = await stack.identity.mailedToken(input.email, 'accept-invitation');
    const { acceptInvitation } = await graphqlData(guest.session, ACCEPT, { input: { token } });
    expect(acceptInvitation).toEqual({ id: own, role: 'member' });
    expect((await graphqlData(guest.session, READ, { tenantId: own })).tenant.role).toBe('member');
    expect((await graphqlData(account.session, INVITATIONS, { tenantId: own })).tenantInvitations).toEqual([]);
    expect(await graphqlCodes(guest.session, ACCEPT, { input: { token } })).not.toEqual([]);
  });

  it('are invited once at a time, until the invitation is revoked', async () => {
    const account = await stack.createAccount();
    const own = account.owner.tenantId;
    const guest = await stack.createAccount();
    const input = { email: guest.owner.email, role: 'member' };
    const { inviteMember } = await graphqlData(account.session, INVITE, { tenantId: own, input });
    expect((await graphqlData(account.session, INVITATIONS, { tenantId: own })).tenantInvitations).toEqual([
      inviteMember,
    ]);
    expect(await graphqlCodes(account.session, INVITE, { tenantId: own, input })).toEqual(['AlreadyExists']);
    expect(await graphqlData(account.session, REVOKE, { tenantId: own, id: inviteMember.id })).toEqual({
      revokeInvitation: inviteMember.id,
    });
    expect((await graphqlData(account.session, INVITATIONS, { tenantId: own })).tenantInvitations).toEqual([]);
    expect(await graphqlCodes(account.session, REVOKE, { tenantId: own, id: randomUUID() })).toEqual(['NotFound']);
    expect(await graphqlCodes(guest.session, ACCEPT, { input: { token: 'x'.repeat(40) } })).toEqual([
      'InvalidParameter',
    ]);
  });
});

const KEY = 'id name type prefix scopes environment createdAt expiresAt lastUsedAt revokedAt';
const KEYS = operation('query', 'apiKeys', { ...OF, first: 'Int' }, `edges { node { ${KEY} } }`);
const CREATE_KEY = operation(
  'mutation',
  'createApiKey',
  { ...OF, input: 'CreateApiKeyInput!' },
  `apiKey { ${KEY} } secret`,
);
const REVOKE_KEY = operation('mutation', 'revokeApiKey', { ...OF, id: 'ID!' });

describe('API keys by GraphQL', () => {
  it('are made with a secret that is shown once and works until it is revoked', async () => {
    const input = { name: 'Back end', scopes: ['emails:read'] };
    const { createApiKey } = await graphqlData(acme.session, CREATE_KEY, { tenantId, input });
    const { apiKey, secret } = createApiKey;
    const key = stack.platform.anonymous.with({ authorization: `Bearer ${secret}` });
    expect((await key.get('/v1/emails')).status).toBe(200);
    const { apiKeys } = await graphqlData(acme.session, KEYS, { tenantId, first: 1 });
    expect(apiKeys.edges[0].node).toMatchObject({ id: apiKey.id, name: 'Back end', revokedAt: null });
    expect(JSON.stringify(apiKeys)).not.toContain(secret);
    expect(await graphqlData(acme.session, REVOKE_KEY, { tenantId, id: apiKey.id })).toEqual({
      revokeApiKey: apiKey.id,
    });
    expect((await key.get('/v1/emails')).status).toBe(401);
    expect(await graphqlCodes(acme.session, REVOKE_KEY, { tenantId, id: newId('key') })).toEqual(['NotFound']);
    const wrong = { name: 'x', scopes: ['everything'] };
    expect(await graphqlCodes(acme.session, CREATE_KEY, { tenantId, input: wrong })).not.toEqual([]);
  });
});

describe('an account by GraphQL', () => {
  const FIELDS: [string, object][] = [
    [READ, {}],
    [RENAME, { input: { name: 'x' } }],
    [RESTORE, {}],
    [MEMBERS, {}],
    [SET_ROLE, { userId: newId('usr'), input: { role: 'admin' } }],
    [REMOVE, { userId: newId('usr') }],
    [INVITATIONS, {}],
    [INVITE, { input: { email: 'x@example.test', role: 'member' } }],
    [REVOKE, { id: randomUUID() }],
    [KEYS, {}],
    [CREATE_KEY, { input: { name: 'x', scopes: ['emails:read'] } }],
    [REVOKE_KEY, { id: newId('key') }],
  ];

  it('is not found by any field by who is no member of it', async () => {
    for (const [query, more] of FIELDS)
      expect(await graphqlCodes(rival.session, query, { tenantId, ...more }), query).toEqual(['NotFound']);
  });

  it('is managed by owners and admins alone, and nothing without a session', async () => {
    const { session } = await memberOf(acme);
    for (const [query, more] of FIELDS.filter(([one]) =>
      [RENAME, SET_ROLE, INVITATIONS, INVITE, REVOKE, CREATE_KEY, REVOKE_KEY, RESTORE].includes(one),
    ))
      expect(await graphqlCodes(session, query, { tenantId, ...more }), query).toEqual(['PermissionDenied']);
    expect((await graphqlData(session, READ, { tenantId })).tenant.role).toBe('member');
    expect(await graphqlCodes(stack.platform.anonymous, READ, { tenantId })).toEqual(['AuthorizationError']);
  });
});
