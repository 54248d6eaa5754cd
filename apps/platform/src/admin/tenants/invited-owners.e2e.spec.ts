import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import type { TestUser } from '../../../../../test/support/identity-stack.js';
import { wholeStack } from '../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
let operator: HttpClient;
let who: TestUser;

beforeAll(async () => {
  who = await stack.identity.createOperator();
  operator = await sessionOf(who);
});
const sessionOf = async (user: TestUser) =>
  stack.platform.anonymous.with({ authorization: `Bearer ${await stack.identity.login(user)}` });

let count = 0;
const newEmail = () => `customer-${(count += 1)}@example.test`;
const create = (OwnerEmail: string, more: object = {}) =>
  operator.post('/api/admin/tenants', { Name: 'Customer', OwnerEmail, ...more });
const tokenFor = (email: string) => stack.identity.mailedToken(email, 'accept-invitation');
const accept = async (user: TestUser) =>
  (await sessionOf(user)).post('/api/invitations/accept', { Token: await tokenFor(user.email) });

describe('a tenant that an operator creates', () => {
  it('belongs to the one who accepts the invitation, and not to the operator', async () => {
    const owner = await stack.identity.createUser();
    const { status, body, headers } = await create(owner.email, { Name: 'Acme', Products: ['crm', 'crm'] });
    expect([status, headers['location']]).toEqual([201, `/api/admin/tenants/${body.Tenant.Id}`]);
    expect(body).toMatchObject({
      Tenant: { Name: 'Acme', Slug: 'acme', Status: 'active', Products: ['crm'], Members: 0 },
      Invitation: { Email: owner.email, Role: 'owner', Status: 'pending', InvitedBy: who.id },
    });
    const accepted = await accept(owner);
    expect([accepted.status, accepted.body.Tenant]).toMatchObject([200, { Id: body.Tenant.Id, Role: 'owner' }]);
    const { body: tenants } = await operator.get('/api/tenants');
    expect(JSON.stringify(tenants)).not.toContain(body.Tenant.Id);
  });

  it('has the plan of new tenants unless another is given', async () => {
    expect((await create(newEmail(), { Plan: 'growth' })).body.Tenant.Plan).toBe('growth');
    expect((await create(newEmail())).body.Tenant.Plan).toBe('');
  });

  it('is not created with an unknown plan or product, or without an address', async () => {
    const refused = [
      await create(newEmail(), { Plan: 'no-such-plan' }),
      await create(newEmail(), { Products: ['mail', 'fax'] }),
      await create('nobody'),
      await operator.post('/api/admin/tenants', { OwnerEmail: newEmail() }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 400, 400]);
    expect(refused[0]?.body.Error.Message).toContain('Plan');
    expect(refused[1]?.body.Error.Message).toContain('Products[1]');
  });

  it('is in the audit log with the operator, and its invitation', async () => {
    const { Id } = (await create(newEmail())).body.Tenant;
    const { Entries } = (await operator.get(`/api/admin/audit?tenant=${Id}`)).body;
    expect(Entries.map(({ Action }: { Action: string }) => Action)).toEqual(['invitation.created', 'tenant.created']);
    for (const { Actor } of Entries) expect(Actor.Id).toBe(who.id);
  });

  it('is created by operators only', async () => {
    const session = await sessionOf(await stack.identity.createOwner());
    const body = { Name: 'Mine', OwnerEmail: newEmail() };
    expect((await session.post('/api/admin/tenants', body)).status).toBe(403);
    expect((await stack.platform.anonymous.post('/api/admin/tenants', body)).status).toBe(401);
  });
});

describe('another invitation of its owner', () => {
  it('is sent when the first went to a wrong address', async () => {
    const { Id } = (await create(newEmail())).body.Tenant;
    const owner = await stack.identity.createUser();
    const { status, body } = await operator.post(`/api/admin/tenants/${Id}/invitations`, { Email: owner.email });
    expect([status, body.Invitation]).toMatchObject([201, { Email: owner.email, Role: 'owner' }]);
    expect((await accept(owner)).status).toBe(200);
  });

  it('is refused while the address has an open one', async () => {
    const email = newEmail();
    const { Id } = (await create(email)).body.Tenant;
    expect((await operator.post(`/api/admin/tenants/${Id}/invitations`, { Email: email })).status).toBe(429);
  });

  it('is refused for a tenant with members: nobody enters it by way of the console', async () => {
    const { tenantId } = await stack.identity.createOwner();
    const { status, body } = await operator.post(`/api/admin/tenants/${tenantId}/invitations`, { Email: newEmail() });
    expect([status, body.Error.Code]).toEqual([409, 'Conflict']);
    const unknown = await operator.post('/api/admin/tenants/acc_0000000000000000/invitations', { Email: newEmail() });
    expect(unknown.status).toBe(404);
  });
});
