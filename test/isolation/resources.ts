import { randomInt, randomUUID } from 'node:crypto';
import { newId } from '#libs/persistence';
import { generateVapidKeys } from '#libs/push';
import type { Answer } from '../support/http-client.js';
import type { Account } from '../support/whole-stack.js';

/** Something that a tenant owns and that a path names. */
interface Resource {
  /** Makes one and gives its id; `parents` are the ids before it in the path. */
  make(account: Account, parents: readonly string[]): Promise<string>;
  /** An unknown id of the same form. */
  unknown(): string;
}

/**
 * By the path before the id, as the platform describes it. A new route with an id in it needs its line here, or the
 * suite says so.
 */
const RESOURCES: Record<string, Resource> = {
  '/v1/emails': {
    make: async ({ key }) => idOf(await key.post('/v1/emails/send', EMAIL), 202, ({ MessageId }) => MessageId),
    unknown: () => newId('msg'),
  },
  '/v1/sms': {
    make: async ({ key }) =>
      idOf(await key.post('/v1/sms/send', { To: ['+15005550100'], Body: 'Hi' }), 202, ({ MessageId }) => MessageId),
    unknown: () => newId('sms'),
  },
  '/v1/push': {
    make: async ({ key }) => {
      const push = { Topic: 'news', Notification: { Title: 'Hi', Body: 'Hello.' } };
      return idOf(await key.post('/v1/push/send', push), 202, ({ MessageId }) => MessageId);
    },
    unknown: () => newId('psh'),
  },
  '/api/push/devices': {
    make: async ({ key, owner }) => {
      const device = { Platform: 'ios', Token: `device-of-${owner.slug}` };
      return idOf(await key.post('/v1/push/devices', device), 200, (body) => body.Device.Id);
    },
    unknown: () => randomUUID(),
  },
  '/api/messages': {
    make: async ({ key }) => idOf(await key.post('/v1/emails/send', EMAIL), 202, ({ MessageId }) => MessageId),
    unknown: () => newId('msg'),
  },
  '/api/webhooks': {
    make: async ({ session, hook }) =>
      idOf(
        await session.post('/api/webhooks', { Url: hook, Events: ['email.bounced'] }),
        201,
        (body) => body.Webhook.Id,
      ),
    unknown: () => newId('whk'),
  },
  '/api/webhooks/{id}/deliveries': {
    make: async ({ session }, [webhook]) =>
      idOf(await session.post(`/api/webhooks/${webhook}/test`, {}), 202, ({ DeliveryId }) => DeliveryId),
    unknown: () => newId('whd'),
  },
  '/api/push/credentials': {
    make: async ({ session }) => {
      const body = { Subject: 'mailto:push@example.test', ...vapidKeys() };
      return idOf(await session.put('/api/push/credentials/vapid', body), 200, ({ Credential }) => Credential.Id);
    },
    unknown: () => randomUUID(),
  },
  '/api/sms/credentials': {
    make: async ({ session, hook }) => {
      const body = { AccountSid: 'AC1', AuthToken: 'token', BaseUrl: new URL(hook).origin };
      return idOf(await session.put('/api/sms/credentials/twilio', body), 200, ({ Credential }) => Credential.Id);
    },
    unknown: () => randomUUID(),
  },
  '/api/domains': {
    make: async ({ session, owner }) =>
      idOf(await session.post('/api/domains', { Name: `${owner.slug}.example` }), 201, (body) => body.Domain.Id),
    unknown: () => randomUUID(),
  },
  '/api/contacts': {
    make: async ({ session }) => idOf(await session.post('/api/contacts', CONTACT), 201, (body) => body.Contact.Id),
    unknown: () => newId('cnt'),
  },
  '/api/lists': {
    make: async ({ session }) => idOf(await session.post('/api/lists', { Name: 'All' }), 201, (body) => body.List.Id),
    unknown: () => newId('lst'),
  },
  '/api/topics': {
    make: async ({ session }) =>
      idOf(await session.post('/api/topics', { Name: 'News' }), 201, (body) => body.Topic.Id),
    unknown: () => newId('top'),
  },
  '/api/templates': {
    make: async ({ session }) => idOf(await session.post('/api/templates', TEMPLATE), 201, (body) => body.Template.Id),
    unknown: () => newId('tpl'),
  },
  '/api/campaigns': {
    make: async ({ session }) => {
      const ListId = (await session.post('/api/lists', { Name: 'Readers' })).body.List.Id;
      return idOf(await session.post('/api/campaigns', { ...CAMPAIGN, ListId }), 201, (body) => body.Campaign.Id);
    },
    unknown: () => newId('cam'),
  },
  '/api/suppressions': {
    make: async ({ session, owner }) => {
      const Address = `${owner.slug}@example.test`;
      return idOf(await session.post('/api/suppressions', { Address }), 201, (body) => body.Suppression.Address);
    },
    unknown: () => `nobody-${randomUUID()}@example.test`,
  },
  '/api/auth/sessions': {
    make: async ({ session }) => idOf(await session.get('/api/auth/sessions'), 200, ({ Sessions }) => Sessions[0].Id),
    unknown: () => newId('ses'),
  },
  '/api/admin/blacklist': {
    make: async ({ operator, owner }) =>
      idOf(
        await operator.post('/api/admin/blacklist', { Kind: 'domain', Value: `${owner.slug}.blocked.example` }),
        201,
        (body) => body.Entry.Id,
      ),
    unknown: () => randomUUID(),
  },
  '/api/sms/senders': {
    make: async ({ session }) => idOf(await session.post('/api/sms/senders', SENDER()), 201, ({ Sender }) => Sender.Id),
    unknown: () => newId('snd'),
  },
  '/api/admin/sms/senders': {
    make: async ({ session }) => idOf(await session.post('/api/sms/senders', SENDER()), 201, ({ Sender }) => Sender.Id),
    unknown: () => newId('snd'),
  },
  '/api/admin/datacenter-asn': {
    make: async ({ operator }) => {
      const Asn = randomInt(64_512, 65_535);
      const { status } = await operator.post('/api/admin/datacenter-asn', { Asn });
      if (status >= 300) throw new Error(`Nothing was made: ${status}`);
      return String(Asn);
    },
    unknown: () => '4200000000',
  },
  '/api/admin/blacklist/suggestions': {
    make: ({ suggestion }) => suggestion(),
    unknown: () => randomUUID(),
  },
  '/api/admin/platform-alerts': {
    make: async ({ operator }) =>
      idOf(await operator.post('/api/admin/platform-alerts', ALERT), 201, (body) => body.Alert.Id),
    unknown: () => randomUUID(),
  },
  '/api/admin/dead-letters': {
    make: ({ deadLetter }) => deadLetter(),
    unknown: () => '1234567890123456',
  },
  '/api/admin/plans': { make: () => Promise.resolve('free'), unknown: () => randomUUID() },
  '/api/admin/users': { make: async ({ owner }) => owner.id, unknown: () => newId('usr') },
  '/api/admin/tenants': { make: async ({ owner }) => owner.tenantId, unknown: () => newId('acc') },
  '/api/auth/me/emails': {
    make: async ({ session, owner }) => {
      const body = { Email: `further-${owner.slug}@example.test` };
      return idOf(await session.post('/api/auth/me/emails', body), 201, ({ Email }) => Email.Id);
    },
    unknown: () => newId('adr'),
  },
  '/api/tenants': { make: async ({ owner }) => owner.tenantId, unknown: () => newId('acc') },
  '/api/tenants/{id}/members': { make: async ({ owner }) => owner.id, unknown: () => newId('usr') },
  '/api/tenants/{id}/invitations': {
    make: async ({ session, owner }) => {
      const body = { Email: `guest-${owner.slug}@example.test`, Role: 'member' };
      const path = `/api/tenants/${owner.tenantId}/invitations`;
      return idOf(await session.post(path, body), 201, ({ Invitation }) => Invitation.Id);
    },
    unknown: () => randomUUID(),
  },
  '/api/tenants/{id}/api-keys': { make: async ({ keyId }) => keyId, unknown: () => newId('key') },
};

const SENDER = () => ({ Value: `Shop${randomInt(10_000, 99_999)}` });

function vapidKeys(): object {
  const { publicKey: PublicKey, privateKey: PrivateKey } = generateVapidKeys();
  return { PublicKey, PrivateKey };
}

const CONTACT = { Email: 'someone@example.test' };

const ALERT = { Name: 'Many', Metric: 'messages_accepted', Operator: 'gt', Threshold: 1e9, WindowMinutes: 60 };

const TEMPLATE = { Name: 'Hello', Channel: 'email', Subject: 'Hello', Text: 'Hello.' };

const CAMPAIGN = { Name: 'News', Source: 'news@demo.test', Subject: 'Hello', Text: 'Hello.' };

const made = new Map<Account, Map<string, string>>();

/** The one that a caller has at a place, made when it is first asked for. */
export async function resourceOf(account: Account, collection: string, parents: readonly string[]): Promise<string> {
  const ids = made.get(account) ?? new Map<string, string>();
  made.set(account, ids);
  const place = placeOf(collection);
  const id = ids.get(place) ?? (await resourceAt(place).make(account, parents));
  ids.set(place, id);
  return id;
}

/** What has no line of its own under /v1 is what sessions have under /api. */
function placeOf(collection: string): string {
  return collection in RESOURCES ? collection : collection.replace(/^\/v1\//, '/api/');
}

export function resourceAt(collection: string): Resource {
  const resource = RESOURCES[placeOf(collection)];
  if (!resource) throw new Error(`test/isolation/resources.ts does not know what is at ${collection}`);
  return resource;
}

const EMAIL = {
  Source: 'hello@sender.test',
  Destination: { ToAddresses: ['someone@example.test'] },
  Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello.' } } },
};

// Bodies of any shape: a wrong one shows as an id that is none.
// oxlint-disable-next-line typescript/no-explicit-any
function idOf(answer: Answer, status: number, pick: (body: any) => unknown): string {
  const id = answer.status === status ? pick(answer.body) : undefined;
  if (typeof id !== 'string') throw new Error(`Nothing was made: ${answer.status} ${answer.text}`);
  return id;
}
