import { randomInt, randomUUID } from 'node:crypto';
import { newId } from '#libs/core/persistence';
import { generateVapidKeys } from '#libs/messaging/push';
import { createSuggestion } from '../support/suggestion.js';
import { createdId } from './created-id.js';
import { INBOUND_RESOURCES, routeOf } from './inbound-resources.js';
import { PLATFORM_ARGUMENTS } from './platform-arguments.js';
import type { AppResources, Holdings } from './resources.js';

const SENDER = () => ({ Value: `Shop${randomInt(10_000, 99_999)}` });

function vapidKeys(): object {
  const { publicKey: PublicKey, privateKey: PrivateKey } = generateVapidKeys();
  return { PublicKey, PrivateKey };
}

const CONTACT = { Email: 'someone@example.test' };

const ALERT = { Name: 'Many', Metric: 'messages_accepted', Operator: 'gt', Threshold: 1e9, WindowMinutes: 60 };

const TEMPLATE = { Name: 'Hello', Channel: 'email', Subject: 'Hello', Text: 'Hello.' };

const CAMPAIGN = { Name: 'News', Source: 'news@demo.test', Subject: 'Hello', Text: 'Hello.' };

const TEXT = { To: ['+15005550100'], Body: 'Hi' };

const PUSH = { Topic: 'news', Notification: { Title: 'Hi', Body: 'Hello.' } };

/** A campaign for a list of the account. */
const campaignOf = async (own: Holdings) => ({ ...CAMPAIGN, ListId: await own.at('/api/lists') });

/** An e-mail from the account's own domain. */
const emailOf = ({ account }: Holdings) => ({
  Source: account.source,
  Destination: { ToAddresses: ['someone@example.test'] },
  Message: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hello.' } } },
});

const templatedCampaignOf = async (own: Holdings) => {
  const { Name, Source } = CAMPAIGN;
  return { Name, Source, ListId: await own.at('/api/lists') };
};

const WITHOUT_TEXTS = { Subject: null, Html: null, Text: null };

/** The same with the names of GraphQL, which begin with a small letter. */
function graphqlInput(body: object): object {
  const members = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    typeof value === 'object' && value !== null && !Array.isArray(value) ? graphqlInput(value) : value,
  ]);
  return Object.fromEntries(members) as object;
}

const createMessage = async (own: Holdings): Promise<string> =>
  createdId(await own.key.post('/v1/emails/send', emailOf(own)), ({ MessageId }) => MessageId);

/** The ids that Platform takes. What has no line under /v1 is the same as under /api. */
export const PLATFORM_RESOURCES: AppResources = {
  at: {
    '/v1/emails': {
      create: createMessage,
      unknown: () => newId('msg'),
    },
    '/v1/sms': {
      create: async ({ key }) => createdId(await key.post('/v1/sms/send', TEXT), ({ MessageId }) => MessageId),
      unknown: () => newId('sms'),
    },
    '/v1/push': {
      create: async ({ key }) => createdId(await key.post('/v1/push/send', PUSH), ({ MessageId }) => MessageId),
      unknown: () => newId('psh'),
    },
    '/api/push/devices': {
      create: async ({ key, owner }) => {
        const device = { Platform: 'ios', Token: `device-of-${owner.slug}` };
        return createdId(await key.post('/v1/push/devices', device), (body) => body.Device.Id);
      },
      unknown: () => randomUUID(),
    },
    '/v1/attachments': {
      create: async ({ key }) => {
        const type = { 'content-type': 'text/plain' };
        const answer = key.send('POST', '/v1/attachments?FileName=a.txt', Buffer.from('a file'), type);
        return createdId(await answer, (body) => body.Attachment.Id);
      },
      unknown: () => newId('att'),
    },
    '/api/messages': {
      create: createMessage,
      unknown: () => newId('msg'),
    },
    '/api/webhooks': {
      create: async ({ session, hook }) =>
        createdId(
          await session.post('/api/webhooks', { Url: hook, Events: ['email.bounced', 'email.received'] }),
          (body) => body.Webhook.Id,
        ),
      unknown: () => newId('whk'),
    },
    '/api/webhooks/{id}/deliveries': {
      create: async (own) => {
        const path = `/api/webhooks/${await own.at('/api/webhooks')}/test`;
        return createdId(await own.session.post(path, {}), ({ DeliveryId }) => DeliveryId);
      },
      unknown: () => newId('whd'),
    },
    '/api/push/credentials': {
      create: async ({ session }) => {
        const body = { Subject: 'mailto:push@example.test', ...vapidKeys() };
        return createdId(await session.put('/api/push/credentials/vapid', body), ({ Credential }) => Credential.Id);
      },
      unknown: () => randomUUID(),
    },
    '/api/sms/credentials': {
      create: async ({ session, hook }) => {
        const body = { AccountSid: 'AC1', AuthToken: 'token', BaseUrl: new URL(hook).origin };
        return createdId(await session.put('/api/sms/credentials/twilio', body), ({ Credential }) => Credential.Id);
      },
      unknown: () => randomUUID(),
    },
    '/api/domains': {
      create: async ({ session, owner }) =>
        createdId(await session.post('/api/domains', { Name: `${owner.slug}.example` }), (body) => body.Domain.Id),
      unknown: () => randomUUID(),
    },
    ...INBOUND_RESOURCES,
    '/api/contacts': {
      create: async ({ session }) => createdId(await session.post('/api/contacts', CONTACT), (body) => body.Contact.Id),
      unknown: () => newId('cnt'),
    },
    '/api/lists': {
      create: async ({ session }) =>
        createdId(await session.post('/api/lists', { Name: 'All' }), (body) => body.List.Id),
      unknown: () => newId('lst'),
    },
    '/api/topics': {
      create: async ({ session }) =>
        createdId(await session.post('/api/topics', { Name: 'News' }), (body) => body.Topic.Id),
      unknown: () => newId('top'),
    },
    '/api/templates': {
      create: async ({ session }) =>
        createdId(await session.post('/api/templates', TEMPLATE), (body) => body.Template.Id),
      unknown: () => newId('tpl'),
    },
    '/api/campaigns': {
      create: async ({ session }) => {
        const ListId = (await session.post('/api/lists', { Name: 'Readers' })).body.List.Id;
        return createdId(await session.post('/api/campaigns', { ...CAMPAIGN, ListId }), (body) => body.Campaign.Id);
      },
      unknown: () => newId('cam'),
    },
    '/api/suppressions': {
      create: async ({ session, owner }) => {
        const Address = `${owner.slug}@example.test`;
        return createdId(await session.post('/api/suppressions', { Address }), (body) => body.Suppression.Address);
      },
      unknown: () => `nobody-${randomUUID()}@example.test`,
    },
    '/api/auth/sessions': {
      create: async ({ session }) =>
        createdId(await session.get('/api/auth/sessions'), ({ Sessions }) => Sessions[0].Id),
      unknown: () => newId('ses'),
    },
    '/api/admin/blacklist': {
      create: async ({ operator, owner }) =>
        createdId(
          await operator.post('/api/admin/blacklist', { Kind: 'domain', Value: `${owner.slug}.blocked.example` }),
          (body) => body.Entry.Id,
        ),
      unknown: () => randomUUID(),
    },
    '/api/sms/senders': {
      create: async ({ session }) =>
        createdId(await session.post('/api/sms/senders', SENDER()), ({ Sender }) => Sender.Id),
      unknown: () => newId('snd'),
    },
    '/api/admin/sms/senders': {
      create: async ({ session }) =>
        createdId(await session.post('/api/sms/senders', SENDER()), ({ Sender }) => Sender.Id),
      unknown: () => newId('snd'),
    },
    '/api/admin/datacenter-asn': {
      create: async ({ operator }) => {
        const Asn = randomInt(64_512, 65_535);
        const { status } = await operator.post('/api/admin/datacenter-asn', { Asn });
        if (status >= 300) throw new Error(`Nothing was made: ${status}`);
        return String(Asn);
      },
      unknown: () => '4200000000',
    },
    '/api/admin/blacklist/suggestions': {
      create: ({ every, owner }) => createSuggestion(every.platform, `${owner.slug}.suggested.example`),
      unknown: () => randomUUID(),
    },
    '/api/admin/platform-alerts': {
      create: async ({ operator }) =>
        createdId(await operator.post('/api/admin/platform-alerts', ALERT), (body) => body.Alert.Id),
      unknown: () => randomUUID(),
    },
    '/api/admin/dead-letters': {
      create: ({ every, tenantId }) => every.platform.createDeadLetter(tenantId),
      unknown: () => '1234567890123456',
    },
    '/api/admin/plans': { create: () => 'free', unknown: () => randomUUID() },
    '/api/admin/users': { create: ({ owner }) => owner.id, unknown: () => newId('usr') },
    '/api/admin/tenants': { create: ({ owner }) => owner.tenantId, unknown: () => newId('acc') },
    '/api/auth/me/emails': {
      create: async ({ session, owner }) => {
        const body = { Email: `further-${owner.slug}@example.test` };
        return createdId(await session.post('/api/auth/me/emails', body), ({ Email }) => Email.Id);
      },
      unknown: () => newId('adr'),
    },
    '/api/tenants': { create: ({ owner }) => owner.tenantId, unknown: () => newId('acc') },
    '/api/tenants/{id}/members': { create: ({ owner }) => owner.id, unknown: () => newId('usr') },
    '/api/tenants/{id}/invitations': {
      create: async ({ session, owner }) => {
        const body = { Email: `guest-${owner.slug}@example.test`, Role: 'member' };
        const path = `/api/tenants/${owner.tenantId}/invitations`;
        return createdId(await session.post(path, body), ({ Invitation }) => Invitation.Id);
      },
      unknown: () => randomUUID(),
    },
    '/api/tenants/{id}/api-keys': {
      create: async ({ every, owner }) => (await every.identity.createKey(owner)).id,
      unknown: () => newId('key'),
    },
  },
  fields: {
    TemplateId: '/api/templates',
    TopicId: '/api/topics',
    UploadId: '/v1/attachments',
    ListId: '/api/lists',
    list_id: '/api/lists',
    WebhookId: '/api/webhooks',
    ContactId: '/api/contacts',
    ContactIds: '/api/contacts',
    campaign: '/api/campaigns',
    template: '/api/templates',
    'GET /api/lists/{id}/audience topic': '/api/topics',
    tenant: '/api/admin/tenants',
    rule: '/api/admin/platform-alerts',
  },
  noIds: {
    UserId: 'the user of a first step of a sign-in, whose token is beside it',
    user_id: 'the user of a first step of a sign-in, whose token is beside it',
    ContentId: 'the name of a part of a message',
    ExternalId: 'the name of a contact in the system of the account',
    external_id: 'the name of a contact in the system of the account',
    SystemId: 'the name of the account at a carrier',
    TeamId: 'the name of the account at a push service',
    KeyId: 'the name of the account at a push service',
    BundleId: 'the name of the account at a push service',
    Id: 'the name of a text at its carrier',
  },
  open: {
    '/t/l/{token}': 'a token of a confirmation that was mailed, which is the right to it',
    '/t/l/{token}/again': 'a token of a confirmation that was mailed, which is the right to it',
    '/t/p/{token}': 'a token of a recipient, which is the right to their preferences',
    '/t/c/{token}': 'a token of a link in a mail, which is the right to it',
    '/t/o/{file}': 'a token of a picture in a mail, which is the right to it',
    '/t/u/{token}': 'a token of a recipient, which is the right to unsubscribe',
    '/t/r/{token}': 'a token of a push message, which is the right to tell that it arrived',
  },
  bodies: {
    'POST /api/campaigns': campaignOf,
    'POST /api/campaigns TemplateId': templatedCampaignOf,
    'PATCH /api/campaigns/{id} TemplateId': WITHOUT_TEXTS,
    'POST /v1/campaigns': campaignOf,
    'POST /v1/campaigns TemplateId': templatedCampaignOf,
    'PATCH /v1/campaigns/{id} TemplateId': WITHOUT_TEXTS,
    'POST /api/inbound/routes': routeOf,
    'POST /v1/inbound/routes': routeOf,
    'POST /v1/emails/send TopicId': async (own) => emailOf(own),
    'POST /v1/emails/send Attachments.0.UploadId': async (own) => emailOf(own),
    'POST /v1/push/send TopicId': PUSH,
    'POST /v1/sms/send TopicId': TEXT,
  },
  empty: { 'membersByIds ids': 'a field that answers many keys has null for one of nothing' },
  graphql: {
    ...PLATFORM_ARGUMENTS,
    inputs: {
      setMemberRole: { role: 'member' },
      createInboundRoute: (own) => graphqlInput(routeOf(own)),
      createCampaign: async (own) => graphqlInput(await campaignOf(own)),
      'createCampaign input.templateId': async (own) => graphqlInput(await templatedCampaignOf(own)),
      'updateCampaign input.templateId': graphqlInput(WITHOUT_TEXTS),
      'sendEmail input.attachments.0.uploadId': async (own) => graphqlInput(emailOf(own)),
      'sendEmail input.topicId': async (own) => graphqlInput(emailOf(own)),
      'sendPush input.topicId': graphqlInput(PUSH),
      'sendSms input.topicId': graphqlInput(TEXT),
      'sendSms input.templateId': { to: TEXT.To },
      addSuppression: { address: 'no@example.test' },
    },
  },
};
