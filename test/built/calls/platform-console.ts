import { randomInt } from 'node:crypto';
import type { HttpClient } from '../../support/http-client.js';
import { type BuiltAccount, expectStatus, login } from '../support/account.js';
import { type Calls, plain } from '../support/calls.js';
import { insertDeadLetter, insertSuggestion } from '../support/console-rows.js';
import type { PlatformAccount } from './platform-rows.js';

const CONSOLE = '/api/admin';

const ALERT = { Name: 'Many', Metric: 'messages_accepted', Operator: 'gt', Threshold: 1e9, WindowMinutes: 60 };
const QUOTAS = {
  Quota: { Email: 1_000, Sms: 100, Push: 100 },
  CallsPerMinute: { Send: 100, Read: 1_000, Write: 100 },
};

/** Calls of operators of the platform. */
export const CONSOLE_CALLS: Calls<PlatformAccount> = {
  'GET /api/admin/me': ({ account }) => ({ as: account.operator('platform') }),
  'GET /api/admin/metrics': plain,
  'GET /api/admin/metrics/series': plain,
  'GET /api/admin/audit': plain,
  'GET /api/admin/queues': plain,
  'GET /api/admin/queue-holds': plain,
  'POST /api/admin/queue-holds/release': {
    instead: { status: 409, because: 'Only a restored database is on hold' },
  },
  'GET /api/admin/blacklist': plain,
  'POST /api/admin/blacklist': (own) => ({ body: blocked(own) }),
  'GET /api/admin/blacklist/{id}': async (own) => ({ ids: [await made(own, 'blacklist', blocked(own), 'Entry')] }),
  'DELETE /api/admin/blacklist/{id}': async (own) => ({ ids: [await made(own, 'blacklist', blocked(own), 'Entry')] }),
  'GET /api/admin/blacklist/suggestions': plain,
  'POST /api/admin/blacklist/suggestions': plain,
  'POST /api/admin/blacklist/suggestions/{id}/apply': async ({ account }) => ({
    ids: [(await insertSuggestion(account)).id],
  }),
  'POST /api/admin/blacklist/suggestions/{id}/dismiss': async ({ account }) => ({
    ids: [(await insertSuggestion(account)).id],
  }),
  'GET /api/admin/datacenter-asn': plain,
  'POST /api/admin/datacenter-asn': () => ({ body: { Asn: asn() } }),
  'GET /api/admin/datacenter-asn/{asn}': async (own) => ({ ids: [await network(own)] }),
  'DELETE /api/admin/datacenter-asn/{asn}': async (own) => ({ ids: [await network(own)] }),
  'GET /api/admin/dead-letters': plain,
  'GET /api/admin/dead-letters/{id}': async ({ account }) => ({ ids: [await insertDeadLetter(account)] }),
  'POST /api/admin/dead-letters/{id}/retry': async ({ account }) => ({ ids: [await insertDeadLetter(account)] }),
  'POST /api/admin/dead-letters/{id}/discard': async ({ account }) => ({ ids: [await insertDeadLetter(account)] }),
  'GET /api/admin/plans': plain,
  'POST /api/admin/plans': ({ account }) => ({ body: { Name: account.name(), ...QUOTAS } }),
  'GET /api/admin/plans/{name}': { ids: ['free'] },
  'PATCH /api/admin/plans/{name}': async (own) => ({
    ids: [await plan(own)],
    body: { CallsPerMinute: QUOTAS.CallsPerMinute },
  }),
  'GET /api/admin/tenants': plain,
  'POST /api/admin/tenants': ({ account }) => ({ body: { Name: account.name(), OwnerEmail: account.address() } }),
  'GET /api/admin/tenants/{id}': ({ account }) => ({ ids: [account.tenantId] }),
  'PATCH /api/admin/tenants/{id}': ({ account }) => ({
    ids: [account.tenantId],
    body: { Products: ['mail', 'pages', 'crm'] },
  }),
  'POST /api/admin/tenants/{id}/invitations': async (own) => ({
    ids: [await emptyTenant(own)],
    body: { Email: own.account.address() },
  }),
  'POST /api/admin/tenants/{id}/enter': async ({ account }) => ({
    as: await operatorOf(account),
    ids: [account.tenantId],
    body: { Reason: 'Ticket 4711: asked for help' },
  }),
  'POST /api/admin/impersonation/end': async ({ account }) => {
    const operator = await operatorOf(account);
    const path = `${CONSOLE}/tenants/${account.tenantId}/enter`;
    const { Token } = await expectStatus(operator.post(path, { Reason: 'Ticket 4711: asked for help' }), 200);
    return { as: account.anonymous('platform').with({ authorization: `Bearer ${Token}` }) };
  },
  'GET /api/admin/tenant-deletions': plain,
  'GET /api/admin/users': ({ account }) => ({ query: { email: account.email } }),
  'PATCH /api/admin/users/{id}': async ({ account }) => ({
    ids: [(await account.user()).id],
    body: { Status: 'active' },
  }),
  'GET /api/admin/platform-alerts': plain,
  'POST /api/admin/platform-alerts': { body: ALERT },
  'GET /api/admin/platform-alerts/events': plain,
  'GET /api/admin/platform-alerts/{id}': async (own) => ({ ids: [await made(own, 'platform-alerts', ALERT, 'Alert')] }),
  'PUT /api/admin/platform-alerts/{id}': async (own) => ({
    ids: [await made(own, 'platform-alerts', ALERT, 'Alert')],
    body: { ...ALERT, Threshold: 2e9 },
  }),
  'DELETE /api/admin/platform-alerts/{id}': async (own) => ({
    ids: [await made(own, 'platform-alerts', ALERT, 'Alert')],
  }),
  'GET /api/admin/feedback-loop': plain,
  'POST /api/admin/feedback-loop/keys': async (own) => {
    await activateFeedbackKeys(own);
    return plain;
  },
  'POST /api/admin/feedback-loop/check': plain,
  'GET /api/admin/sms/senders': plain,
  'POST /api/admin/sms/senders/{id}/confirm': async (own) => ({ ids: [await own.smsSender()] }),
  'DELETE /api/admin/sms/senders/{id}': async (own) => ({ ids: [await own.smsSender()] }),
};

const blocked = ({ account }: PlatformAccount) => ({ Kind: 'domain', Value: `${account.name()}.example` });

async function made({ account }: PlatformAccount, collection: string, body: object, view: string): Promise<string> {
  const operator = account.operator('platform');
  return (await expectStatus(operator.post(`${CONSOLE}/${collection}`, body), 200, 201))[view].Id;
}

/** A number for private use. */
const asn = (): number => randomInt(4_200_000_000, 4_294_967_294);

async function network({ account }: PlatformAccount): Promise<number> {
  const Asn = asn();
  await expectStatus(account.operator('platform').post(`${CONSOLE}/datacenter-asn`, { Asn }), 200, 201);
  return Asn;
}

async function plan({ account }: PlatformAccount): Promise<string> {
  const Name = account.name();
  await expectStatus(account.operator('platform').post(`${CONSOLE}/plans`, { Name, ...QUOTAS }), 201);
  return Name;
}

/** A tenant whose owner has not accepted yet. */
async function emptyTenant({ account }: PlatformAccount): Promise<string> {
  const body = { Name: account.name(), OwnerEmail: account.address() };
  return (await expectStatus(account.operator('platform').post(`${CONSOLE}/tenants`, body), 201)).Tenant.Id;
}

/** Publishes the records of all keys: another one is made only when none waits for its record. */
async function activateFeedbackKeys({ account }: PlatformAccount): Promise<void> {
  const operator = account.operator('platform');
  const { FeedbackLoop } = await expectStatus(operator.get(`${CONSOLE}/feedback-loop`), 200);
  const keys = FeedbackLoop.Keys as { Record: { Name: string; Value: string } }[];
  account.outside.publish(keys.map(({ Record }) => ({ name: Record.Name, type: 'TXT', value: Record.Value })));
  await expectStatus(operator.post(`${CONSOLE}/feedback-loop/check`, {}), 200);
}

/** An operator's session of its own, because it enters a tenant. */
async function operatorOf(account: BuiltAccount): Promise<HttpClient> {
  const { email, password } = account.dev.operator;
  const platform = account.anonymous('platform');
  return platform.with({ authorization: `Bearer ${await login(platform, email, password)}` });
}
