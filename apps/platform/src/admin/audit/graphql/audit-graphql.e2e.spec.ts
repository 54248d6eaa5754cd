import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlCodes, graphqlData, operation } from '../../../../../../test/support/graphql.js';
import { deepGraphqlNames } from '../../../../../../test/support/graphql-names.js';
import { type Account, wholeStack } from '../../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
let acme: Account;
let rival: Account;

beforeAll(async () => {
  [acme, rival] = await Promise.all([stack.createAccount(), stack.createAccount()]);
  for (const Name of ['One', 'Two', 'Three']) {
    await acme.session.post(`/api/tenants/${acme.owner.tenantId}/api-keys`, { Name, Scopes: ['emails:send'] });
  }
});
const ENTRY = `id service occurredAt tenantId actor { kind id sessionId } action object { type id } reason before after ip
  userAgent causedBy`;
const PAGE = `edges { node { ${ENTRY} } } pageInfo { hasNextPage endCursor }`;
const FILTERS = { first: 'Int', after: 'String', action: 'String', from: 'String', to: 'String' };
const OWN = operation('query', 'auditEntries', FILTERS, PAGE);
const ALL = operation('query', 'platformAuditEntries', { ...FILTERS, tenant: 'ID' }, PAGE);

const CREATED = { action: 'api-key.created' };

describe('the audit log by GraphQL', () => {
  it('has for admins the entries of their account, as REST shows them', async () => {
    const { auditEntries } = await graphqlData(acme.session, OWN, CREATED);
    const { body } = await acme.session.get('/api/audit?action=api-key.created');
    const nodes = auditEntries.edges.map(({ node }: { node: { before: unknown; after: unknown } }) => node);
    const rest = body.Entries.map(({ Before, After, ...entry }: Record<string, unknown>) => ({
      ...(deepGraphqlNames(entry) as object),
      before: Before,
      after: After,
    }));
    expect(nodes).toEqual(rest);
    expect(nodes.length).toBeGreaterThanOrEqual(3);
    expect((await graphqlData(rival.session, OWN, CREATED)).auditEntries.edges).toHaveLength(1);
  });

  it('is a connection whose pages meet', async () => {
    const first = (await graphqlData(acme.session, OWN, { ...CREATED, first: 2 })).auditEntries;
    const after = first.pageInfo.endCursor;
    const next = (await graphqlData(acme.session, OWN, { ...CREATED, first: 2, after })).auditEntries;
    const ids = [...first.edges, ...next.edges].map(({ node }) => node.id);
    const { auditEntries } = await graphqlData(acme.session, OWN, { ...CREATED, first: 4 });
    expect(ids).toEqual(auditEntries.edges.map(({ node }: { node: { id: string } }) => node.id));
  });

  it('has for operators those of one tenant or of all, and is for no other', async () => {
    const { tenantId } = acme.owner;
    const one = (await graphqlData(acme.operator, ALL, { ...CREATED, tenant: tenantId })).platformAuditEntries.edges;
    expect(new Set(one.map(({ node }: { node: { tenantId: string } }) => node.tenantId))).toEqual(new Set([tenantId]));
    const all = (await graphqlData(acme.operator, ALL, CREATED)).platformAuditEntries.edges;
    expect(all.length).toBeGreaterThan(one.length);
    expect(await graphqlCodes(acme.session, ALL)).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(stack.platform.anonymous, OWN)).toEqual(['AuthorizationError']);
  });

  it('refuses a period that ends before it begins', async () => {
    const period = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' };
    expect(await graphqlCodes(acme.session, OWN, period)).toEqual(['InvalidParameter']);
  });
});
