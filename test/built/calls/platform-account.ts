import { codeOf } from '../../support/authenticator.js';
import type { HttpClient } from '../../support/http-client.js';
import { expectStatus, login, PASSWORD } from '../support/account.js';
import { type Calls, plain } from '../support/calls.js';
import type { PlatformAccount } from './platform-rows.js';

const VERIFY = /verify-email\?token=([\w-]+)/;
const RESET = /reset-password\?token=([\w-]+)/;
const INVITATION = /invitation\S*token=([\w-]+)/;

interface User {
  id: string;
  email: string;
  client: HttpClient;
}

/** Calls of a user: each one that ends something has a user of its own. */
export const AUTH_CALLS: Calls<PlatformAccount> = {
  'GET /api/auth/me': plain,
  'PATCH /api/auth/me': { body: { Name: 'Ana Lima' } },
  'DELETE /api/auth/me': async ({ account }) => ({ as: (await account.user()).client, body: { password: PASSWORD } }),
  'POST /api/auth/register': ({ account }) => ({ body: { Email: account.address(), Password: PASSWORD } }),
  'POST /api/auth/login': ({ account }) => ({ body: { email: account.email, password: PASSWORD } }),
  'POST /api/auth/logout': async ({ account }) => ({ as: (await account.user()).client }),
  'POST /api/auth/verify': async ({ account }) => {
    const { email } = await account.user();
    return { body: { token: await account.outside.inMailTo(email, VERIFY) } };
  },
  // By a verified address: an unverified one gets one mail a minute.
  'POST /api/auth/me/verify/resend': plain,
  'POST /api/auth/me/password': async ({ account }) => ({
    as: (await account.user()).client,
    body: { CurrentPassword: PASSWORD, NewPassword: 'another-long-password' },
  }),
  'POST /api/auth/password/forgot': async ({ account }) => ({ body: { email: (await account.user()).email } }),
  'POST /api/auth/password/reset': async ({ account }) => {
    const { email } = await account.user();
    await expectStatus(account.anonymous('platform').post('/api/auth/password/forgot', { email }), 202);
    return { body: { token: await account.outside.inMailTo(email, RESET), password: 'another-long-password' } };
  },
  'GET /api/auth/me/emails': plain,
  'POST /api/auth/me/emails': ({ account }) => ({ body: { Email: account.address() } }),
  'DELETE /api/auth/me/emails/{id}': async (own) => {
    const { user, id } = await furtherAddress(own);
    return { as: user.client, ids: [id] };
  },
  'POST /api/auth/me/emails/{id}/primary': async (own) => {
    const { user, id } = await verifiedAddress(own);
    return { as: user.client, ids: [id] };
  },
  'POST /api/auth/me/emails/{id}/verify/resend': async (own) => {
    const { user, id } = await verifiedAddress(own);
    return { as: user.client, ids: [id] };
  },
  'GET /api/auth/sessions': plain,
  'DELETE /api/auth/sessions/{id}': async ({ account }) => {
    const { client, email } = await account.user();
    await login(account.anonymous('platform'), email);
    const { Sessions } = await expectStatus(client.get('/api/auth/sessions'), 200);
    return { as: client, ids: [Sessions[0].Id] };
  },
  'GET /api/auth/2fa': plain,
  'POST /api/auth/2fa/setup': async ({ account }) => ({
    as: (await account.user()).client,
    body: { password: PASSWORD },
  }),
  'POST /api/auth/2fa/verify': async ({ account }) => {
    const { client } = await account.user();
    const { Secret } = await expectStatus(client.post('/api/auth/2fa/setup', { password: PASSWORD }), 200);
    return { as: client, body: { code: codeOf(Secret) } };
  },
  'POST /api/auth/2fa': async (own) => {
    const { user, codes } = await secondFactor(own);
    const body = { email: user.email, password: PASSWORD };
    await expectStatus(own.account.anonymous('platform').post('/api/auth/login', body), 200);
    return { body: { user_id: user.id, code: codes[0] } };
  },
  'POST /api/auth/2fa/disable': async (own) => ({
    as: (await secondFactor(own)).user.client,
    body: { password: PASSWORD },
  }),
  'POST /api/auth/2fa/recovery-codes': async (own) => ({
    as: (await secondFactor(own)).user.client,
    body: { password: PASSWORD },
  }),
};

/** Tenants, their members and keys. */
export const TENANT_CALLS: Calls<PlatformAccount> = {
  'GET /api/tenants': plain,
  'POST /api/tenants': async ({ account }) => ({ as: (await account.user()).client, body: { Name: account.name() } }),
  'GET /api/tenants/{id}': ({ account }) => ({ ids: [account.tenantId] }),
  'PATCH /api/tenants/{id}': ({ account }) => ({ ids: [account.tenantId], body: { Name: account.name() } }),
  'DELETE /api/tenants/{id}': async (own) => {
    const { user, tenant } = await furtherTenant(own);
    return { as: user.client, ids: [tenant], body: { password: PASSWORD } };
  },
  'POST /api/tenants/{id}/restore': async (own) => {
    const { user, tenant } = await furtherTenant(own);
    const deletion = user.client.send('DELETE', `/api/tenants/${tenant}`, JSON.stringify({ password: PASSWORD }));
    await expectStatus(deletion, 204);
    return { as: user.client, ids: [tenant] };
  },
  'POST /api/tenants/{id}/export': ({ account }) => ({ ids: [account.tenantId], body: { password: PASSWORD } }),
  'GET /api/tenants/{id}/api-keys': ({ account }) => ({ ids: [account.tenantId] }),
  'POST /api/tenants/{id}/api-keys': ({ account }) => ({
    ids: [account.tenantId],
    body: { Name: account.name(), Scopes: ['emails:read'] },
  }),
  'DELETE /api/tenants/{id}/api-keys/{keyId}': async (own) => {
    const { account, api } = own;
    const path = `/api/tenants/${account.tenantId}/api-keys`;
    const body = { Name: account.name(), Scopes: ['emails:read'] };
    return { ids: [account.tenantId, (await expectStatus(api.client.post(path, body), 201)).ApiKey.Id] };
  },
  'GET /api/tenants/{id}/members': ({ account }) => ({ ids: [account.tenantId] }),
  'PATCH /api/tenants/{id}/members/{userId}': async (own) => ({
    ids: [own.account.tenantId, (await member(own)).id],
    body: { Role: 'admin' },
  }),
  'DELETE /api/tenants/{id}/members/{userId}': async (own) => ({ ids: [own.account.tenantId, (await member(own)).id] }),
  'GET /api/tenants/{id}/invitations': ({ account }) => ({ ids: [account.tenantId] }),
  'POST /api/tenants/{id}/invitations': ({ account }) => ({
    ids: [account.tenantId],
    body: { Email: account.address(), Role: 'member' },
  }),
  'DELETE /api/tenants/{id}/invitations/{invitationId}': async (own) => ({
    ids: [own.account.tenantId, await invite(own, own.account.address())],
  }),
  'POST /api/invitations/accept': async (own) => {
    const user = await own.account.user();
    await invite(own, user.email);
    return { as: user.client, body: { Token: await own.account.outside.inMailTo(user.email, INVITATION) } };
  },
};

async function furtherAddress({ account }: PlatformAccount): Promise<{ user: User; id: string; email: string }> {
  const [user, email] = [await account.user(), account.address()];
  const { Email } = await expectStatus(user.client.post('/api/auth/me/emails', { Email: email }), 201);
  return { user, id: Email.Id, email };
}

async function verifiedAddress(own: PlatformAccount): Promise<{ user: User; id: string }> {
  const { user, id, email } = await furtherAddress(own);
  const token = await own.account.outside.inMailTo(email, VERIFY);
  await expectStatus(own.account.anonymous('platform').post('/api/auth/verify', { token }), 200);
  return { user, id };
}

async function secondFactor({ account }: PlatformAccount): Promise<{ user: User; codes: string[] }> {
  const user = await account.user();
  const { Secret } = await expectStatus(user.client.post('/api/auth/2fa/setup', { password: PASSWORD }), 200);
  const verified = await expectStatus(user.client.post('/api/auth/2fa/verify', { code: codeOf(Secret) }), 200);
  return { user, codes: verified.RecoveryCodes };
}

async function furtherTenant({ account }: PlatformAccount): Promise<{ user: User; tenant: string }> {
  const user = await account.user();
  const { Tenant } = await expectStatus(user.client.post('/api/tenants', { Name: account.name() }), 201);
  return { user, tenant: Tenant.Id };
}

async function invite({ account, api }: PlatformAccount, Email: string): Promise<string> {
  const path = `/api/tenants/${account.tenantId}/invitations`;
  return (await expectStatus(api.client.post(path, { Email, Role: 'member' }), 201)).Invitation.Id;
}

/** A user who accepted an invitation to the account's tenant. */
export async function member(own: PlatformAccount): Promise<User> {
  const user = await own.account.user();
  await invite(own, user.email);
  const Token = await own.account.outside.inMailTo(user.email, INVITATION);
  await expectStatus(user.client.post('/api/invitations/accept', { Token }), 200);
  return user;
}
