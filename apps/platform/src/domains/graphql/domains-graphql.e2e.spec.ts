import { beforeAll, describe, expect, it } from 'vitest';
import { DnsSink } from '#libs/test/testing';
import { askGraphql, graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import { graphqlNames } from '../../../../../test/support/graphql-names.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const dns = useStack(() => DnsSink.start());
const stack = useStack(() => platformStack({ environment: { DNS_SERVER: dns.server } }));
const tenant = usePrepared(() => stack.createTenant());
const admin = usePrepared(() => tenant.session('admin'));
let rival: HttpClient;

beforeAll(async () => {
  rival = await (await stack.createTenant()).session();
});
const DOMAIN = `id name status verifiedAt createdAt lastCheckedAt missingSince
  records { purpose type name value required status removeAfter }
  keys { selector algorithm active state createdAt retiredAt }`;
const CREATE = operation('mutation', 'createSendingDomain', { input: 'CreateSendingDomainInput!' }, DOMAIN);
const READ = operation('query', 'sendingDomain', { id: 'ID!' }, DOMAIN);
const VERIFY = operation('mutation', 'verifySendingDomain', { id: 'ID!' }, DOMAIN);
const ROTATE = operation('mutation', 'rotateSendingDomainKeys', { id: 'ID!' }, DOMAIN);
const DELETE = operation('mutation', 'deleteSendingDomain', { id: 'ID!' });
const LIST = operation(
  'query',
  'sendingDomains',
  { first: 'Int', after: 'String' },
  'edges { cursor node { name keys { selector } } } pageInfo { hasNextPage endCursor }',
);

interface DomainRecord {
  purpose: string;
  name: string;
  value: string;
}

const created = async (client: HttpClient, name: string): Promise<{ id: string; records: DomainRecord[] }> =>
  (await graphqlData(client, CREATE, { input: { name } })).createSendingDomain;

describe('sending domains by GraphQL', () => {
  it('are added, verified, given new keys and removed, as REST shows them', async () => {
    const domain = await created(admin, 'Mail.Graph.example');
    const { id } = domain;
    const { Domain } = (await admin.get(`/api/domains/${id}`)).body;
    expect(domain).toEqual({
      ...graphqlNames(Domain),
      records: Domain.Records.map(graphqlNames),
      keys: Domain.Keys.map(graphqlNames),
    });
    for (const { purpose, name, value } of domain.records)
      if (purpose === 'ownership' || purpose === 'dkim') dns.add(name, 'TXT', value);
    const verified = (await graphqlData(admin, VERIFY, { id })).verifySendingDomain;
    expect(verified).toMatchObject({ status: 'verified', keys: [{ active: true }, { active: true }] });
    expect((await graphqlData(admin, READ, { id })).sendingDomain).toEqual(verified);
    const rotated = (await graphqlData(admin, ROTATE, { id })).rotateSendingDomainKeys;
    expect(rotated.keys.map(({ state }: { state: string }) => state).toSorted()).toEqual([
      'active',
      'active',
      'pending',
      'pending',
    ]);
    expect(await graphqlCodes(admin, ROTATE, { id })).toEqual(['Conflict']);
    expect(await graphqlData(admin, DELETE, { id })).toEqual({ deleteSendingDomain: id });
    expect(await graphqlCodes(admin, READ, { id })).toEqual(['NotFound']);
  });

  it('are refused as on REST', async () => {
    await created(admin, 'once.example');
    expect(await graphqlCodes(admin, CREATE, { input: { name: 'once.example' } })).toEqual(['AlreadyExists']);
    const { errors } = await askGraphql(admin, CREATE, { input: { name: 'no name' } });
    expect(errors[0]?.extensions).toMatchObject({ code: 'ValidationError', details: [{ Field: 'name' }] });
  });

  it('are read by members and changed by admins alone', async () => {
    const { id } = await created(admin, 'roles.example');
    const member = await tenant.session('member');
    expect((await graphqlData(member, READ, { id })).sendingDomain).toMatchObject({ name: 'roles.example' });
    for (const [query, variables] of [
      [CREATE, { input: { name: 'other.example' } }],
      [VERIFY, { id }],
      [ROTATE, { id }],
      [DELETE, { id }],
    ] as const)
      expect(await graphqlCodes(member, query, variables)).toEqual(['PermissionDenied']);
  });

  it('are a connection whose pages meet, newest first', async () => {
    const other = await (await stack.createTenant()).session();
    for (const name of ['one.example', 'two.example', 'three.example']) await created(other, name);
    const { sendingDomains } = await graphqlData(other, LIST, { first: 2 });
    const next = await graphqlData(other, LIST, { first: 2, after: sendingDomains.edges[1].cursor });
    // The account has one from its beginning.
    const edges = [...sendingDomains.edges, ...next.sendingDomains.edges].slice(0, 3);
    expect(edges.map(({ node }) => [node.name, node.keys.length])).toEqual([
      ['three.example', 2],
      ['two.example', 2],
      ['one.example', 2],
    ]);
    expect(sendingDomains.pageInfo).toEqual({ hasNextPage: true, endCursor: sendingDomains.edges[1].cursor });
    expect(next.sendingDomains.pageInfo.hasNextPage).toBe(false);
  });

  it('of another account are not found by any field', async () => {
    const { id } = await created(admin, 'mine.example');
    for (const query of [READ, VERIFY, ROTATE, DELETE])
      for (const tried of [id, 'x']) expect(await graphqlCodes(rival, query, { id: tried })).toEqual(['NotFound']);
  });
});
