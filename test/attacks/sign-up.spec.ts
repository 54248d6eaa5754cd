import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '#libs/core/config';
import { waitUntil } from '#libs/test/testing';
import { IdentityConfig } from '../../apps/identity/src/config.js';
import type { HttpClient } from '../support/http-client.js';
import { identityStack, PASSWORD, type IdentityStack } from '../support/identity-stack.js';
import { platformStack, type PlatformStack } from '../support/platform-stack.js';

const newEmail = () => `s${randomBytes(6).toString('hex')}@example.com`;

interface Installation {
  identity: IdentityStack;
  platform: PlatformStack;
}

const started: Installation[] = [];

/** Identity and the platform, as an operator has configured them for production. */
async function installation(signup: string): Promise<Installation> {
  const identity = await identityStack({
    environment: { NODE_ENV: 'production', SIGNUP: signup, NEW_TENANT_PLAN: 'free' },
  });
  const { url, redisUrl } = identity;
  const platform = await platformStack({
    environment: {
      NODE_ENV: 'production',
      REDIS_URL: redisUrl,
      IDENTITY_URL: url,
      ISSUER: url,
      ALLOWED_ORIGINS: 'https://app.example.com',
      PUSH_SUBJECT: 'mailto:operator@example.com',
    },
  });
  const both = { identity, platform };
  started.push(both);
  return both;
}

afterAll(async () => {
  for (const { identity, platform } of started) {
    await platform.close();
    await identity.close();
  }
});

async function register({ platform }: Installation, changes: object = {}) {
  return platform.anonymous.post('/api/auth/register', { Email: newEmail(), Password: PASSWORD, ...changes });
}

async function logIn({ platform }: Installation, email: string): Promise<HttpClient> {
  const { body } = await platform.anonymous.post('/api/auth/login', { email, password: PASSWORD });
  return platform.anonymous.with({ authorization: `Bearer ${body.Token}` });
}

/** The token in the mail that invites an address to a tenant. */
async function invited({ identity }: Installation, email: string): Promise<{ token: string; tenantId: string }> {
  // The first user of an installation registers nowhere.
  const tenantId = 'acc_00000000000000aa';
  await identity.sql(
    `insert into tenant (id, slug, name, plan) values ($1, 'first', 'First', 'free') on conflict do nothing`,
    [tenantId],
  );
  await identity.sql(
    `insert into user_account (id, name, password_hash, status) values ('usr_00000000000000aa', 'First', 'x', 'active')
     on conflict do nothing`,
  );
  await identity.sql(
    `insert into membership (tenant_id, user_id, role) values ($1, 'usr_00000000000000aa', 'owner') on conflict do nothing`,
    [tenantId],
  );
  const invitation = { actorId: 'usr_00000000000000aa', email, role: 'admin' };
  expect((await identity.service.post(`/internal/tenants/${tenantId}/invitations`, invitation)).status).toBe(201);
  return { token: await identity.mailedToken(email, 'accept-invitation'), tenantId };
}

describe('a stranger, where everyone may register', () => {
  let open: Installation;
  let email: string;
  let tenantId: string;
  let session: HttpClient;

  beforeAll(async () => {
    open = await installation('open');
    email = newEmail();
    const { body } = await register(open, { Email: email, TenantName: 'Strangers' });
    tenantId = body.Tenant.Tenant.Id;
    session = await logIn(open, email);
  });

  const createKey = (environment: string) =>
    session.post(`/api/tenants/${tenantId}/api-keys`, {
      Name: 'x',
      Scopes: ['emails:send', 'account:read'],
      Environment: environment,
    });

  it('has the plan of new tenants, not one without limits', async () => {
    expect((await session.get(`/api/tenants/${tenantId}`)).body.Tenant.Plan).toBe('free');
  });

  it('gets no live key and sends nothing live before the address is verified', async () => {
    const answers = [
      await createKey('live'),
      await session.post('/api/messages/send', {
        Channel: 'sms',
        To: ['+15005550100'],
        Body: 'Hi',
      }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
      expect(body.Error.Message).toContain('POST /api/auth/me/verify/resend');
    }
    expect((await createKey('test')).status).toBe(201);
  });

  it('gets both once the link of the mail was opened', async () => {
    const token = await open.identity.mailedToken(email, 'verify-email');
    expect((await open.platform.anonymous.post('/api/auth/verify', { Token: token, token })).status).toBeLessThan(300);
    expect((await createKey('live')).status).toBe(201);
    const send = { Channel: 'email', Source: 'a@nobody.example', Destination: { ToAddresses: ['b@nobody.example'] } };
    const message = { Message: { Subject: { Data: 'x' }, Body: { Text: { Data: 'x' } } } };
    const { body } = await session.post('/api/messages/send', { ...send, ...message });
    expect(body.Error.Code).toBe('DomainNotVerified');
  });
});

describe('a stranger, where users are invited', () => {
  let byInvitation: Installation;

  beforeAll(async () => {
    byInvitation = await installation('invite');
  });

  it('cannot register without a token, nor with one that is made up', async () => {
    const without = await register(byInvitation, { TenantName: 'Mine' });
    expect([without.status, without.body.Error.Code]).toEqual([403, 'PermissionDenied']);
    expect((await register(byInvitation, { InvitationToken: 'made-up' })).status).toBe(422);
    expect(
      (await byInvitation.identity.service.post('/internal/users', { email: newEmail(), password: PASSWORD })).status,
    ).toBe(403);
  });

  it('cannot use the token of another address, nor a used one', async () => {
    const email = newEmail();
    const { token, tenantId } = await invited(byInvitation, email);
    const stolen = await register(byInvitation, { InvitationToken: token });
    expect([stolen.status, stolen.body.Error.Code]).toEqual([403, 'PermissionDenied']);
    const both = await register(byInvitation, { Email: email, InvitationToken: token, TenantName: 'Mine' });
    expect(both.status).toBe(400);

    const joined = await register(byInvitation, { Email: email.toUpperCase(), InvitationToken: token });
    expect([joined.status, joined.body.Tenant.Tenant.Id, joined.body.Tenant.Tenant.Role]).toEqual([
      201,
      tenantId,
      'admin',
    ]);
    const session = await logIn(byInvitation, email);
    expect((await session.get('/api/auth/me')).body.Emails).toMatchObject([{ Verified: true }]);
    await waitUntil(async () => (await session.get(`/api/tenants/${tenantId}`)).status === 200);
    expect((await register(byInvitation, { InvitationToken: token })).status).toBe(410);
  });
});

describe('a stranger, where registering is closed', () => {
  it('cannot register, and an invitation does not change that', async () => {
    const closed = await installation('closed');
    const email = newEmail();
    const { token } = await invited(closed, email);
    for (const changes of [{}, { TenantName: 'Mine' }, { Email: email, InvitationToken: token }]) {
      const { status, body } = await register(closed, changes);
      expect([status, body.Error.Code]).toEqual([403, 'PermissionDenied']);
    }
  });
});

describe('production', () => {
  it('does not start before the operator has chosen who may register and with which plan', () => {
    const load = (environment: object) => () => loadConfig(IdentityConfig, { NODE_ENV: 'production', ...environment });
    expect(load({})).toThrow(/NEW_TENANT_PLAN must be set in production[^]*SIGNUP must be set in production/);
    expect(load({ NEW_TENANT_PLAN: 'free', SIGNUP: 'everybody' })).toThrow('SIGNUP');
    expect(load({ NEW_TENANT_PLAN: 'free', SIGNUP: 'open' })).not.toThrow('NEW_TENANT_PLAN must');
  });
});
