import { createECDH, generateKeyPairSync, randomBytes } from 'node:crypto';
import { expectStatus } from '../support/account.js';
import { type Calls, plain } from '../support/calls.js';
import { formOf } from '../support/multipart.js';
import { type PlatformAccount, senderName } from './platform-rows.js';

export const MESSAGE_CALLS: Calls<PlatformAccount> = {
  'GET /v1/account': plain,
  'GET /v1/account/usage': plain,
  'POST /v1/emails/send': async ({ v1 }) => ({ body: await v1.email() }),
  'POST /v1/emails/batch': async ({ v1 }) => ({ body: { Messages: [await v1.email(), await v1.email()] } }),
  'POST /v1/attachments': { raw: formOf({ File: { name: 'a.txt', type: 'text/plain', content: 'a file' } }) },
  'GET /v1/attachments/{id}': async (own) => ({ ids: [await own.upload()] }),
  'DELETE /v1/attachments/{id}': async (own) => ({ ids: [await own.upload()] }),
  'GET /v1/emails': plain,
  'GET /v1/emails/{id}': async (own) => ({ ids: [await own.waitingMessage('emails')] }),
  'POST /v1/emails/{id}/cancel': async (own) => ({ ids: [await own.waitingMessage('emails')] }),
  'POST /v1/sms/send': ({ account }) => ({ body: { To: ['+15005550100'], Body: account.mark } }),
  'GET /v1/sms/inbound': plain,
  'GET /v1/sms/inbound/{id}': async (own) => ({ ids: [await own.receivedText()] }),
  'POST /v1/sms/{id}/cancel': async (own) => ({ ids: [await own.waitingMessage('sms')] }),
  'POST /v1/push/send': ({ account }) => ({
    body: { Topic: 'news', Notification: { Title: 'Hello', Body: account.mark } },
  }),
  'POST /v1/push/{id}/cancel': async (own) => ({ ids: [await own.waitingMessage('push')] }),
  'POST /api/messages/send': async ({ api }) => ({ body: { Channel: 'email', ...(await api.email()) } }),
  'GET /api/events': plain,
  'GET /api/messages': plain,
  'GET /v1/messages': plain,
  'GET /api/messages/export': plain,
  'GET /v1/messages/export': plain,
  'GET /api/messages/{id}': async (own) => ({ ids: [await own.waitingMessage('emails')] }),
  'GET /v1/messages/{id}': async (own) => ({ ids: [await own.waitingMessage('sms')] }),
  'POST /api/messages/{id}/cancel': async (own) => ({ ids: [await own.waitingMessage('push')] }),
  'POST /api/messages/{id}/resend': async (own) => {
    const id = await own.waitingMessage('emails');
    await expectStatus(own.api.client.post(`/api/messages/${id}/cancel`), 200);
    return { ids: [id] };
  },
  'POST /api/campaigns/{id}/preview': async ({ api }) => ({ ids: [await api.campaign()], body: {} }),
  'POST /api/campaigns/{id}/test': async ({ api }) => ({ ids: [await api.campaign()], body: {} }),
  'POST /api/templates/{id}/test': async ({ api }) => ({
    ids: [await api.template()],
    body: { Source: await api.sender(), Data: { name: 'Ana' } },
  }),
  'GET /api/lists/{id}/audience': async ({ api }) => ({ ids: [await api.list()] }),
  'GET /api/tracking': plain,
  'PATCH /api/tracking': { body: { Opens: true, Clicks: true } },
  'GET /api/brand': plain,
  'PATCH /api/brand': ({ account }) => ({ body: { Name: account.mark } }),
  'GET /api/audit': plain,
  'GET /api/usage': plain,
};

export const PUSH_CALLS: Calls<PlatformAccount> = {
  'GET /v1/push/devices': plain,
  'POST /v1/push/devices': ({ account }) => ({ body: { Platform: 'android', Token: account.name() } }),
  'DELETE /v1/push/devices/{id}': async (own) => ({ ids: [await own.device()] }),
  'GET /api/push/devices': plain,
  'DELETE /api/push/devices/{id}': async (own) => ({ ids: [await own.device()] }),
  'GET /api/push/site-config': plain,
  'POST /push/site/devices': async ({ api }) => {
    const { Snippet } = await expectStatus(api.client.get('/api/push/site-config'), 200);
    const SiteKey = /siteKey\W+([\w-]+)/.exec(Snippet)?.[1];
    return { body: { SiteKey, Token: subscription() } };
  },
  'GET /api/push/credentials': plain,
  'PUT /api/push/credentials/fcm': { body: { ServiceAccount: serviceAccount() } },
  'PUT /api/push/credentials/apns': {
    body: {
      TeamId: 'A1B2C3D4E5',
      KeyId: 'F6G7H8I9J0',
      PrivateKey: applePrivateKey(),
      BundleId: 'com.example.shop',
      Environment: 'production',
    },
  },
  'PUT /api/push/credentials/vapid': () => ({ body: vapidKeys() }),
  'GET /api/push/credentials/{id}': async (own) => ({ ids: [await vapidCredential(own)] }),
  'DELETE /api/push/credentials/{id}': async (own) => ({ ids: [await vapidCredential(own)] }),
};

export const SMS_CALLS: Calls<PlatformAccount> = {
  'GET /api/sms/countries': plain,
  'PUT /api/sms/countries': { body: { Countries: ['BR', 'PT', 'US'] } },
  'GET /api/sms/credentials': plain,
  'PUT /api/sms/credentials/twilio': ({ account }) => ({ body: twilio(account.dev.hooks.url) }),
  'PUT /api/sms/credentials/smpp': ({ account }) => {
    const { host, port } = new URL(account.dev.hooks.url);
    return {
      body: { Host: host.split(':')[0], Port: Number(port), SystemId: 'shop', Password: 'secret' },
      instead: { status: 422, because: 'The product logs in at the carrier first, and this machine has none' },
    };
  },
  'GET /api/sms/credentials/{id}': async (own) => ({ ids: [await twilioCredential(own)] }),
  'DELETE /api/sms/credentials/{id}': async (own) => ({ ids: [await twilioCredential(own)] }),
  'GET /api/sms/inbound': plain,
  'GET /api/sms/inbound/{id}': async (own) => ({ ids: [await own.receivedText()] }),
  'POST /api/sms/inbound': { body: { From: '+15005550100', To: '+5511912345678', Body: 'STOP' } },
  'GET /api/sms/senders': plain,
  'POST /api/sms/senders': () => ({ body: { Value: senderName() } }),
  'GET /api/sms/senders/{id}': async (own) => ({ ids: [await own.smsSender()] }),
  'PATCH /api/sms/senders/{id}': async (own) => ({ ids: [await own.confirmedSmsSender()], body: { Default: true } }),
  'DELETE /api/sms/senders/{id}': async (own) => ({ ids: [await own.smsSender()] }),
  'POST /api/sms/senders/{id}/code': async (own) => ({ ids: [await own.smsNumber()] }),
  'POST /api/sms/senders/{id}/confirm': async (own) => ({
    ids: [await own.smsNumber()],
    body: { Code: '000000' },
    instead: { status: 422, because: 'The code goes to a telephone, which this machine has not' },
  }),
};

/** Makes a subscription like that of a browser, for a push service that the product knows. */
function subscription(): string {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(8).toString('hex')}`;
  return JSON.stringify({ endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } });
}

function serviceAccount(): object {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    type: 'service_account',
    project_id: 'shop-4711',
    client_email: 'push@shop-4711.iam.gserviceaccount.com',
    private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    token_uri: 'https://oauth2.googleapis.com/token',
  };
}

function applePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return String(privateKey.export({ format: 'pem', type: 'pkcs8' }));
}

function vapidKeys(): object {
  const ecdh = createECDH('prime256v1');
  const PublicKey = ecdh.generateKeys('base64url');
  // Node leaves out zeros at its beginning, and a key has 32 bytes.
  const PrivateKey = Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
  return { Subject: 'mailto:push@example.test', PublicKey, PrivateKey };
}

async function vapidCredential({ api }: PlatformAccount): Promise<string> {
  return (await expectStatus(api.client.put('/api/push/credentials/vapid', vapidKeys()), 200)).Credential.Id;
}

const twilio = (hook: string): object => ({
  AccountSid: 'AC0123456789abcdef0123456789abcdef',
  AuthToken: 'token',
  BaseUrl: new URL(hook).origin,
});

async function twilioCredential({ api, account }: PlatformAccount): Promise<string> {
  const saved = api.client.put('/api/sms/credentials/twilio', twilio(account.dev.hooks.url));
  return (await expectStatus(saved, 200)).Credential.Id;
}
