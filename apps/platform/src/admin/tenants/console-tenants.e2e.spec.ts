import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import type { TestUser } from '../../../../../test/support/identity-stack.js';
import { wholeStack, type Account } from '../../../../../test/support/whole-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(wholeStack);
let acme: Account;
let operator: HttpClient;
let who: TestUser;

beforeAll(async () => {
  acme = await stack.createAccount();
  who = await stack.identity.createOperator();
  operator = stack.platform.anonymous.with({ authorization: `Bearer ${await stack.identity.login(who)}` });
});
const pathOf = ({ owner }: Account) => `/api/admin/tenants/${owner.tenantId}`;
const change = (body: object, account = acme) => operator.patch(pathOf(account), body);
const entriesOf = async (account: Account, action: string) =>
  (await operator.get(`/api/admin/audit?tenant=${account.owner.tenantId}&action=${action}`)).body.Entries;

describe('the list of tenants', () => {
  it('shows each with its members, newest first, a page at a time', async () => {
    const [older, newer] = [
      await stack.identity.createOwner('Older Inc'),
      await stack.identity.createOwner('Newer Inc'),
    ];
    await stack.identity.createMember(newer);
    const first = await operator.get('/api/admin/tenants?limit=1');
    expect(first.body).toMatchObject({
      HasMore: true,
      Tenants: [{ Id: newer.tenantId, Name: 'Newer Inc', Members: 2 }],
    });
    const second = await operator.get(`/api/admin/tenants?limit=1&cursor=${first.body.NextCursor}`);
    expect(second.body.Tenants).toEqual([
      {
        Id: older.tenantId,
        Slug: older.slug,
        Name: 'Older Inc',
        Status: 'active',
        StatusReason: null,
        Plan: '',
        Products: ['mail', 'pages', 'crm'],
        Members: 1,
        DeletesAt: null,
        CreatedAt: expect.stringMatching(/Z$/),
        UpdatedAt: expect.stringMatching(/Z$/),
      },
    ]);
  });

  it('finds by name, slug, id, and e-mail address of a member; by status and plan', async () => {
    const { tenantId, slug, email } = await stack.identity.createOwner('100% Odd_Name');
    const other = await stack.identity.createOwner('1000 Oddities');
    const found = async (query: string) =>
      (await operator.get(`/api/admin/tenants?${query}`)).body.Tenants.map(({ Id }: { Id: string }) => Id);
    for (const q of ['0% ODD_', slug, tenantId, email.toUpperCase()]) {
      expect(await found(`q=${encodeURIComponent(q)}`), q).toEqual([tenantId]);
    }
    expect(await found('q=nothing-of-the-kind')).toEqual([]);
    await operator.patch(`/api/admin/tenants/${other.tenantId}`, { Plan: 'growth', Status: 'trial' });
    expect(await found('plan=growth&status=trial')).toEqual([other.tenantId]);
    expect(await found(`plan=&q=odd`)).toEqual([tenantId]);
    expect(await found('status=suspended&plan=growth')).toEqual([]);
  });

  it('takes no query that it does not know', async () => {
    for (const query of ['status=gone', 'limit=0', 'limit=201', 'cursor=x', 'deleted=true']) {
      const { status, body } = await operator.get(`/api/admin/tenants?${query}`);
      expect([status, body.Error.Code], query).toEqual([422, 'InvalidParameter']);
    }
  });
});

describe('one tenant', () => {
  it('is shown with what it has used this month', async () => {
    const tenant = await stack.platform.createTenant();
    await (await tenant.key()).post('/v1/emails/send', tenant.email());
    expect((await operator.get(`/api/admin/tenants/${tenant.id}`)).status).toBe(404);
    const { status, body } = await operator.get(pathOf(acme));
    expect(status).toBe(200);
    expect(body.Tenant).toMatchObject({ Id: acme.owner.tenantId, Members: 1 });
    expect(body.Usage).toEqual({
      Period: expect.stringMatching(/^\d{4}-\d\d$/),
      EmailsSent: 0,
      SmsSent: 0,
      SmsSegments: 0,
      PushSent: 0,
      ApiCalls: 0,
      UpdatedAt: null,
      DailyLimit: null,
      DailySent: null,
      DailyResetsAt: null,
    });
  });

  it.each(['acc_0000000000000000', 'acc_x', '..%2f..', 'usr_0000000000000000'])('is none for %s', async (id) => {
    for (const answer of [
      await operator.get(`/api/admin/tenants/${id}`),
      await operator.patch(`/api/admin/tenants/${id}`, { Plan: '' }),
      await operator.post(`/api/admin/tenants/${id}/enter`, { Reason: 'x' }),
    ]) {
      expect([answer.status, answer.body.Error.Code]).toEqual([404, 'NotFound']);
    }
  });
});

describe('an operator', () => {
  it('suspends a tenant at once, with a reason, and lifts it again', async () => {
    const account = await stack.createAccount();
    const { status, body } = await change({ Status: 'suspended', Reason: ' Unpaid ' }, account);
    expect([status, body.Tenant.Status, body.Tenant.StatusReason]).toEqual([200, 'suspended', 'Unpaid']);
    const refused = await account.key.get('/v1/account');
    expect([refused.status, refused.body.Error.Code]).toEqual([403, 'TenantSuspended']);
    expect((await account.session.post('/api/lists', { Name: 'x' })).status).toBe(403);
    expect((await account.session.get('/api/lists')).status).toBe(200);
    expect((await change({ Status: 'active' }, account)).body.Tenant).toMatchObject({ StatusReason: null });
    expect((await account.key.get('/v1/account')).status).toBe(200);
    expect(await entriesOf(account, 'tenant.reactivated')).toHaveLength(1);
    expect(await entriesOf(account, 'tenant.suspended')).toMatchObject([
      {
        Service: 'identity',
        TenantId: account.owner.tenantId,
        Actor: { Kind: 'operator', Id: who.id, SessionId: expect.stringMatching(/^ses_/) },
        Object: { Type: 'tenant', Id: account.owner.tenantId },
        Reason: 'Unpaid',
        Before: { status: 'active' },
        After: { status: 'suspended' },
        Ip: '127.0.0.1',
        CausedBy: expect.stringMatching(/^req_/),
      },
    ]);
  });

  it('changes the reason of a suspension, and records it like any other change', async () => {
    const account = await stack.createAccount();
    await change({ Status: 'suspended', Reason: 'Unpaid' }, account);
    const { body } = await change({ Status: 'suspended', Reason: 'Spam' }, account);
    expect(body.Tenant).toMatchObject({ Status: 'suspended', StatusReason: 'Spam' });
    await change({ Status: 'suspended', Reason: 'Spam' }, account);
    expect(await entriesOf(account, 'tenant.changed')).toEqual([
      expect.objectContaining({ Reason: 'Spam', Before: { statusReason: 'Unpaid' }, After: { statusReason: 'Spam' } }),
    ]);
  });

  it('sets a plan, whose limits are enforced from the next call on', async () => {
    const account = await stack.createAccount();
    expect((await account.key.get('/v1/account')).headers['x-ratelimit-limit']).toBeUndefined();
    await change({ Plan: 'free' }, account);
    const answer = await account.key.get('/v1/account');
    expect([answer.body.Plan, answer.headers['x-ratelimit-limit']]).toEqual(['free', '600']);
    const sms = { To: ['+5511999999999'], Body: 'Hello' };
    expect((await account.key.post('/v1/sms/send', sms)).body.Error.Code).toBe('PlanLimitExceeded');
    await change({ Plan: 'growth' }, account);
    expect((await account.key.post('/v1/sms/send', sms)).status).toBe(202);
    expect(await entriesOf(account, 'tenant.*')).toMatchObject([
      { Action: 'tenant.changed', Before: { plan: 'free' }, After: { plan: 'growth' } },
      { Action: 'tenant.changed', Before: { plan: '' }, After: { plan: 'free' } },
      { Action: 'tenant.created', Actor: { Kind: 'service' } },
    ]);
  });

  it('replaces the products, each named once', async () => {
    expect((await change({ Products: ['crm', 'crm'] })).body.Tenant.Products).toEqual(['crm']);
    expect((await change({ Products: [] })).body.Tenant.Products).toEqual([]);
    const { body } = await acme.session.get(`/api/tenants/${acme.owner.tenantId}`);
    expect(body.Tenant.Products).toEqual([]);
  });

  it('leaves no entry of what was so already', async () => {
    const account = await stack.createAccount();
    expect((await change({ Status: 'active', Plan: '', Products: ['mail', 'pages', 'crm'] }, account)).status).toBe(
      200,
    );
    expect(await entriesOf(account, 'tenant.changed')).toEqual([]);
  });

  it.each<[object, number, string]>([
    [{}, 422, 'MissingParameter'],
    [{ Reason: 'Only a reason' }, 422, 'MissingParameter'],
    [{ Status: 'suspended' }, 422, 'MissingParameter'],
    [{ Status: 'suspended', Reason: '  ' }, 422, 'MissingParameter'],
    [{ Plan: 'platinum' }, 422, 'InvalidParameter'],
    [{ Plan: 'constructor' }, 422, 'InvalidParameter'],
    [{ Products: ['mail', 'sms'] }, 422, 'InvalidParameter'],
    [{ Status: 'deleted' }, 400, 'ValidationError'],
    [{ Status: null }, 422, 'MissingParameter'],
    [{ Name: 'Other' }, 400, 'ValidationError'],
    [{ Plan: '', Slug: 'other', Id: 'acc_0000000000000000' }, 400, 'ValidationError'],
    [{ Plan: '', StatusReason: 'x' }, 400, 'ValidationError'],
  ])('is refused %j', async (body, status, code) => {
    const answer = await change(body);
    expect([answer.status, answer.body.Error.Code]).toEqual([status, code]);
  });

  it('gives a tenant any plan of the list', async () => {
    const { body } = await operator.get('/api/admin/plans');
    for (const { Name } of body.Plans) expect((await change({ Plan: Name })).status, Name).toBe(200);
    await change({ Plan: '' });
  });

  it('loses nothing of a change that another makes at the same time', async () => {
    const account = await stack.createAccount();
    const plans = ['free', 'starter', 'growth', 'scale'];
    await Promise.all(plans.map((Plan) => change({ Plan }, account)));
    const entries: { Before: { plan: string }; After: { plan: string } }[] = await entriesOf(account, 'tenant.changed');
    const chain = entries.toReversed();
    expect(chain.map(({ After }) => After.plan).sort()).toEqual(plans.toSorted());
    expect(chain.map(({ Before }) => Before.plan)).toEqual(['', ...chain.slice(0, -1).map(({ After }) => After.plan)]);
  });
});

describe('who is no operator', () => {
  it('is denied to users, also to the owner of the tenant', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/admin/tenants'],
      ['GET', '/api/admin/plans'],
      ['GET', '/api/admin/audit'],
      ['GET', pathOf(acme)],
      ['PATCH', pathOf(acme), '{"Plan":"scale"}'],
      ['POST', `${pathOf(acme)}/enter`, '{"Reason":"x"}'],
      ['POST', '/api/admin/impersonation/end'],
    ] as const) {
      const answer = await acme.session.send(method, path, body);
      expect([answer.status, answer.body.Error.Code], path).toEqual([403, 'PermissionDenied']);
      expect((await acme.key.send(method, path, body)).status, path).toBe(401);
      expect((await stack.platform.anonymous.send(method, path, body)).status, path).toBe(401);
    }
    expect(await entriesOf(acme, 'support.*')).toEqual([]);
  });

  it('gets an error that says so', async () => {
    const { body } = await acme.session.get('/api/admin/me');
    expect(body).toMatchObject({ Operator: false, UserId: acme.owner.id, Support: null });
    expect((await operator.get('/api/admin/me')).body).toMatchObject({ Operator: true, Email: who.email });
    expect((await acme.key.get('/api/admin/me')).status).toBe(401);
  });
});
