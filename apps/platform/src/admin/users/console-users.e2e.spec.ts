import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { graphqlCodes, graphqlData, operation } from '../../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { PASSWORD } from '../../../../../test/support/identity-stack.js';
import { wholeStack, type Account } from '../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
let acme: Account;
let operator: HttpClient;

beforeAll(async () => {
  acme = await stack.createAccount();
  ({ operator } = acme);
});
const find = (email: string) => operator.get(`/api/admin/users?email=${encodeURIComponent(email)}`);
const change = (id: string, body: object) => operator.patch(`/api/admin/users/${id}`, body);
const entriesOf = async (id: string) =>
  (await operator.get(`/api/admin/audit?object=${id}&action=person.*`)).body.Entries;
const disabled = { Status: 'disabled', Reason: 'Stolen account' };

describe('the users of the console', () => {
  it('are found by an address', async () => {
    const { id, email, tenantId } = acme.owner;
    const { status, body } = await find(email.toUpperCase());
    expect(status).toBe(200);
    expect(body.Users).toEqual([
      {
        Id: id,
        Name: expect.any(String),
        Emails: [email],
        Status: 'active',
        Operator: false,
        TenantIds: [tenantId],
        CreatedAt: expect.stringMatching(/Z$/),
      },
    ]);
    expect((await find('nobody@example.test')).body.Users).toEqual([]);
    expect((await operator.get('/api/admin/users')).status).toBe(422);
  });

  it('are found by a part of an address', async () => {
    const { id, email } = acme.owner;
    const search = async (q: string) => (await operator.get(`/api/admin/users?q=${encodeURIComponent(q)}`)).body.Users;
    const part = email.slice(1, -4).toUpperCase();
    expect((await search(part)).map(({ Id }: { Id: string }) => Id)).toEqual([id]);
    expect(await search('nobody at all')).toEqual([]);
    expect((await operator.get('/api/admin/users?q=ab')).status).toBe(422);
    expect((await operator.get(`/api/admin/users?q=abc&email=${email}`)).status).toBe(422);
  });

  it('are disabled with a reason: their sessions end at once, and enabled again they sign in', async () => {
    const { owner, session } = await stack.createAccount();
    const { status, body } = await change(owner.id, disabled);
    expect([status, body.User]).toEqual([200, expect.objectContaining({ Id: owner.id, Status: 'disabled' })]);
    expect((await session.get('/api/auth/me')).status).toBe(401);
    const login = () => stack.platform.anonymous.post('/api/auth/login', { email: owner.email, password: PASSWORD });
    expect((await login()).status).toBe(403);
    expect((await change(owner.id, { Status: 'active' })).body.User.Status).toBe('active');
    expect((await login()).status).toBe(200);
  });

  it('that are disabled and enabled are in the audit log, with the operator and the reason', async () => {
    const { owner } = await stack.createAccount();
    await change(owner.id, disabled);
    await change(owner.id, { Status: 'active' });
    expect(await entriesOf(owner.id)).toMatchObject([
      { Action: 'person.enabled', Actor: { Kind: 'operator' }, Reason: null },
      { Action: 'person.disabled', Actor: { Kind: 'operator' }, Reason: 'Stolen account' },
    ]);
  });

  it('are not disabled without a reason, nor with an unknown status, nor if they are not there', async () => {
    const { id } = acme.owner;
    for (const body of [{ Status: 'disabled' }, { Status: 'disabled', Reason: ' ' }]) {
      expect((await change(id, body)).status).toBe(422);
    }
    for (const body of [{ Status: 'gone', Reason: 'Spam' }, {}]) expect((await change(id, body)).status).toBe(400);
    for (const unknown of [newId('usr'), 'nobody']) expect((await change(unknown, disabled)).status).toBe(404);
  });

  it('do not lock themselves out', async () => {
    const { UserId } = (await operator.get('/api/admin/me')).body;
    expect((await change(UserId, disabled)).status).toBe(409);
    expect((await operator.get('/api/admin/me')).status).toBe(200);
  });
});

describe('the users of the console by GraphQL', () => {
  const FIND = operation('query', 'consoleUsers', { email: 'String!' }, 'id status tenantIds');
  const UPDATE = operation(
    'mutation',
    'updateConsoleUser',
    { id: 'ID!', input: 'UpdateConsoleUserInput!' },
    'id status',
  );

  it('are found, disabled and enabled', async () => {
    const { owner } = await stack.createAccount();
    const { consoleUsers } = await graphqlData(operator, FIND, { email: owner.email });
    expect(consoleUsers).toEqual([{ id: owner.id, status: 'active', tenantIds: [owner.tenantId] }]);
    const update = (input: object) => ({ id: owner.id, input });
    const disabling = update({ status: 'disabled', reason: 'Stolen account' });
    const { updateConsoleUser } = await graphqlData(operator, UPDATE, disabling);
    expect(updateConsoleUser).toEqual({ id: owner.id, status: 'disabled' });
    expect(await graphqlCodes(operator, UPDATE, update({ status: 'disabled' }))).toEqual(['MissingParameter']);
    expect(await graphqlCodes(acme.session, UPDATE, disabling)).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(acme.session, FIND, { email: owner.email })).toEqual(['PermissionDenied']);
  });
});
