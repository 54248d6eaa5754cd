import { createECDH, createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { OutboundAnswer, OutboundClient } from '#libs/core/outbound';
import { generateVapidKeys } from '#libs/messaging/push';
import { PushCredentials } from '../../apps/platform/src/push-credentials/push-credentials.service.js';
import { OwnTransports } from '../../apps/platform/src/push/sending/own-transports.js';
import { PushTransports } from '../../apps/platform/src/push/sending/push-transports.js';
import { FcmService } from '../support/fcm-service.js';
import type { HttpClient } from '../support/http-client.js';
import { messageWithStatus } from '../support/message-status.js';
import { platformStack, type TestTenant } from '../support/platform-stack.js';
import { useStack } from '../support/use-stack.js';

const SHARED = 'shared-project';
const PATH = '/api/push/credentials';
const Notification = { Title: 'Hello', Body: 'There.' };
const DEVICE = 'ab'.repeat(32);

const fcm = useStack(() => FcmService.start());
const apple = useStack(startApple);
const stack = useStack(() => {
  const FCM_SERVICE_ACCOUNT = fcm.createAccount(SHARED, `${fcm.url}/token`);
  return platformStack({ environment: { FCM_URL: fcm.url, FCM_SERVICE_ACCOUNT, APNS_URL: apple.url } });
});

interface Apple {
  url: string;
  /** The bundle ids of the messages that it received. */
  topics: string[];
  status: number;
  stop(): Promise<void>;
}

/** Speaks HTTP/2 as APNs does, without TLS. */
async function startApple(): Promise<Apple> {
  const server: Http2Server = createServer();
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => sessions.add(session));
  const stop = async () => {
    for (const session of sessions) session.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const service: Apple = { url: '', topics: [], status: 200, stop };
  server.on('stream', (stream, headers) => {
    service.topics.push(String(headers['apns-topic']));
    stream.respond({ ':status': service.status });
    stream.end(service.status === 200 ? '' : JSON.stringify({ reason: 'InvalidProviderToken' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

interface Sender {
  tenant: TestTenant;
  session: HttpClient;
  key: HttpClient;
}

async function createSender(): Promise<Sender> {
  const tenant = await stack.createTenant();
  return { tenant, session: await tenant.session('admin'), key: (await tenant.createKey([], 'live')).client };
}

async function setAccount({ session }: Sender, json: string) {
  return session.put(`${PATH}/fcm`, { ServiceAccount: JSON.parse(json) });
}

/** The detail of a message to a topic or a device, once it has the status. */
async function send({ key, session }: Sender, to: object, status = 'sent') {
  const { body } = await key.post('/v1/push/send', { Notification, ...to });
  return (await messageWithStatus(session, `/api/messages/${body.MessageId}`, status)).Message;
}

const p8 = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;

const apns = (changes: object = {}) => ({
  TeamId: 'TEAM123456',
  KeyId: 'KEY1234567',
  PrivateKey: p8(),
  BundleId: 'com.example.shop',
  Environment: 'production',
  ...changes,
});

const vapid = (changes: object = {}) => {
  const { publicKey, privateKey } = generateVapidKeys();
  return { Subject: 'mailto:push@example.test', PublicKey: publicKey, PrivateKey: privateKey, ...changes };
};

describe("an account's own FCM account", () => {
  it('sends its messages, with topics as they are, and nothing of another account', async () => {
    const [own, other] = [await createSender(), await createSender()];
    expect((await setAccount(own, fcm.createAccount('own-project'))).status).toBe(200);
    const detail = await send(own, { Topic: 'news' });
    await send(other, { Topic: 'news' });
    expect(detail.SubscribeTo).toBe('news');
    expect(fcm.topicsOf('own-project')).toEqual(['news']);
    expect(fcm.topicsOf(SHARED).at(-1)).toBe(`${other.tenant.id}.news`);
  });

  it('counts from the next message when it is replaced or deleted, even by another process', async () => {
    const sender = await createSender();
    await setAccount(sender, fcm.createAccount('first-project'));
    await send(sender, { Topic: 'one' });
    await setAccount(sender, fcm.createAccount('second-project'));
    await send(sender, { Topic: 'two' });
    await stack.sql('delete from push_credential where tenant_id = $1', [sender.tenant.id]);
    await send(sender, { Topic: 'three' });
    expect([fcm.topicsOf('first-project'), fcm.topicsOf('second-project')]).toEqual([['one'], ['two']]);
    expect(fcm.topicsOf(SHARED).at(-1)).toBe(`${sender.tenant.id}.three`);
  });

  it.each([401, 403])('fails the messages of its tenant alone while FCM answers it %i', async (status) => {
    const [broken, other, shared] = [await createSender(), await createSender(), await createSender()];
    const project = `broken-project-${status}`;
    await setAccount(broken, fcm.createAccount(project));
    await setAccount(other, fcm.createAccount(`other-project-${status}`));
    fcm.refuse(project, { status, body: '{"error":{"status":"PERMISSION_DENIED"}}' });
    const failed = await send(broken, { Topic: 'news' }, 'failed');
    expect(failed.Error).toMatch(/service account set at \/api\/push\/credentials: set a valid one/);
    await send(other, { Topic: 'news' });
    await send(shared, { Topic: 'news' });
    const [shown] = (await broken.session.get(PATH)).body.Credentials;
    expect([shown.LastUsedAt, shown.LastWorkedAt]).toEqual([expect.any(String), null]);
    fcm.refuse(project);
    await send(broken, { Topic: 'news' });
    expect((await broken.session.get(PATH)).body.Credentials[0].LastWorkedAt).toEqual(expect.any(String));
  });

  it('fails its messages when Google issues no token for it', async () => {
    const sender = await createSender();
    const account = JSON.parse(fcm.createAccount('revoked-project'));
    const { private_key } = JSON.parse(fcm.createAccount('another-project'));
    await setAccount(sender, JSON.stringify({ ...account, private_key }));
    expect((await send(sender, { Topic: 'news' }, 'failed')).Error).toContain(PATH);
  });

  it.each([
    ['token_uri', 'http://127.0.0.1:1/token'],
    ['token_uri', 'https://oauth2.googleapis.com.evil.test/token'],
    ['token_uri', 'https://oauth2.googleapis.com/token?next=http://169.254.169.254/'],
    ['token_uri', 'http://oauth2.googleapis.com/token'],
    ['token_uri', ['https://oauth2.googleapis.com/token']],
    ['project_id', '..'],
    ['project_id', 'shop/../../v1/projects/other'],
    ['client_email', 'no address'],
    ['private_key', 'hush-hush'],
    ['private_key', p8()],
  ])('is rejected when %s is %j; the answer names the field and quotes nothing', async (name, value) => {
    const sender = await createSender();
    const account = { ...JSON.parse(fcm.createAccount('attacker-project')), [name]: value };
    const { status, body, text } = await setAccount(sender, JSON.stringify(account));
    expect([status, body.Error.Details[0].Field]).toEqual([422, `ServiceAccount.${name}`]);
    expect(text).not.toContain('hush');
    expect((await sender.session.get(PATH)).body.Credentials).toEqual([]);
  });
});

describe("an account's own key for APNs", () => {
  it('sends to its bundle id, and is refused for its tenant alone', async () => {
    const sender = await createSender();
    expect((await sender.session.put(`${PATH}/apns`, apns())).status).toBe(200);
    await sender.key.post('/v1/push/devices', { Token: DEVICE, Platform: 'ios' });
    await send(sender, { DeviceTokens: [DEVICE] });
    expect(apple.topics.at(-1)).toBe('com.example.shop');
    apple.status = 403;
    expect((await send(sender, { DeviceTokens: [DEVICE] }, 'failed')).Error).toContain(PATH);
    apple.status = 200;
    await send(sender, { DeviceTokens: [DEVICE] });
  });

  it.each([
    [
      'PrivateKey',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'pem', type: 'sec1' }),
    ],
    ['PrivateKey', 'hush-hush'],
  ])('is rejected when %s is no key on P-256', async (name, value) => {
    const { session } = await createSender();
    const { status, body, text } = await session.put(`${PATH}/apns`, apns({ [name]: value }));
    expect([status, body.Error.Details[0].Field]).toEqual([422, name]);
    expect(text).not.toContain('hush');
  });

  it.each([
    ['BundleId', 'com.example\r\nevil: 1'],
    ['TeamId', 'short'],
    ['Environment', 'https://evil.test'],
  ])('is rejected when %s is %j', async (name, value) => {
    const { session } = await createSender();
    const { status, body } = await session.put(`${PATH}/apns`, apns({ [name]: value }));
    expect([status, body.Error.Details[0].Field]).toEqual([400, name]);
  });
});

describe("an account's own VAPID keys", () => {
  it('are handed to its site, and those of the installation again once they are deleted', async () => {
    const { session } = await createSender();
    const generated = (await session.get('/api/push/site-config')).body;
    const keys = vapid();
    const { body } = await session.put(`${PATH}/vapid`, keys);
    const own = (await session.get('/api/push/site-config')).body;
    expect(own.PublicKey).toBe(keys.PublicKey);
    expect(own.Snippet).toContain(keys.PublicKey);
    expect(own.ServiceWorker).toContain(keys.PublicKey);
    expect((await session.delete(`${PATH}/${body.Credential.Id}`)).status).toBe(204);
    expect((await session.get('/api/push/site-config')).body.PublicKey).toBe(generated.PublicKey);
  });

  it('sign the messages to its browsers', async () => {
    const { session, tenant } = await createSender();
    const keys = vapid();
    await session.put(`${PATH}/vapid`, keys);
    const rows = await stack.app.get(PushCredentials).list(tenant.id);
    const p256dh = createECDH('prime256v1').generateKeys('base64url');
    const endpoint = 'https://push.example.test/s/1';
    const token = JSON.stringify({ endpoint, keys: { p256dh, auth: randomBytes(16).toString('base64url') } });
    const device = { platform: 'web', token } as const;
    const route = await stack.app.get(PushTransports).toDevice(tenant.id, 'live', device, rows);
    expect(route?.credential).toBe(rows[0]);
    const signed: string[] = [];
    const post = async ({ headers }: Parameters<OutboundClient['post']>[0]) => {
      signed.push(String(headers?.['authorization']));
      return { answered: true, status: 201, headers: {}, bodySnippet: '' } as OutboundAnswer;
    };
    const transport = new OwnTransports(stack.config, stack.app.get(PushCredentials)).web(rows[0]!, { post });
    await transport.send({ id: 'psh_0123456789abcdef', device, notification: { title: 'a', body: 'b' } });
    expect(signed[0]).toMatch(new RegExp(`^vapid t=.+, k=${keys.PublicKey}$`));
  });

  it.each([
    ['PublicKey', generateVapidKeys().publicKey],
    ['PrivateKey', Buffer.alloc(32).toString('base64url')],
    ['PrivateKey', 'AAAA'],
  ])('are rejected when %s is %s', async (name, value) => {
    const { session } = await createSender();
    const { status, body } = await session.put(`${PATH}/vapid`, vapid({ [name]: value }));
    expect([status, body.Error.Details[0].Field]).toEqual([422, name]);
  });
});

describe('a credential', () => {
  it('is written only: sealed in its row, shown as a fingerprint, and named in the audit log', async () => {
    const sender = await createSender();
    const keys = vapid();
    const { text } = await sender.session.put(`${PATH}/vapid`, keys);
    const [row] = await stack.sql<{ secret: string }>('select secret from push_credential where tenant_id = $1', [
      sender.tenant.id,
    ]);
    const shown = await sender.session.get(PATH);
    for (const one of [text, JSON.stringify(row), shown.text]) expect(one).not.toContain(keys.PrivateKey);
    expect(row?.secret).toMatch(/^v1\./);
    const spki = Buffer.concat([
      Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'),
      Buffer.from(keys.PublicKey, 'base64url'),
    ]);
    const Fingerprint = createHash('sha256').update(spki).digest('hex');
    expect(shown.body.Credentials).toEqual([
      expect.objectContaining({ Kind: 'vapid', Fingerprint, LastUsedAt: null, LastWorkedAt: null }),
    ]);
    await sender.session.delete(`${PATH}/${shown.body.Credentials[0].Id}`);
    const entries = await stack.sql<{ action: string }>(
      'select action, object_id, before, after from audit_entry where tenant_id = $1 order by id',
      [sender.tenant.id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['push-credential.set', 'push-credential.deleted']);
    expect(JSON.stringify(entries)).toContain(Fingerprint);
    expect(JSON.stringify(entries)).not.toContain(keys.PrivateKey);
  });

  it('of another account cannot be read or deleted, nor be opened in a row of the own account', async () => {
    const [victim, attacker] = [await createSender(), await createSender()];
    const { body } = await setAccount(victim, fcm.createAccount('victim-project'));
    const path = `${PATH}/${body.Credential.Id}`;
    const answers = [await attacker.session.get(path), await attacker.session.delete(path)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    await stack.sql(
      `insert into push_credential (tenant_id, kind, id, secret, fingerprint)
       select $2, kind, id, secret, fingerprint from push_credential where tenant_id = $1`,
      [victim.tenant.id, attacker.tenant.id],
    );
    const { body: sent } = await attacker.key.post('/v1/push/send', { Notification, Topic: 'stolen' });
    await send(victim, { Topic: 'mine' });
    expect(fcm.topicsOf('victim-project')).toEqual(['mine']);
    const { Message } = (await attacker.session.get(`/api/messages/${sent.MessageId}`)).body;
    expect(Message.Status).not.toBe('sent');
  });

  it('is for owners and admins', async () => {
    const member = await (await stack.createTenant()).session('member');
    const answers = [await member.get(PATH), await member.put(`${PATH}/vapid`, vapid())];
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect((await stack.anonymous.get(PATH)).status).toBe(401);
  });
});
