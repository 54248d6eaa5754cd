import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf, messageTo } from '../../test-support/messages.js';
import { closeAll, closing, serveHttp, type Received, type Reply } from '../../test-support/servers.js';
import { FcmTransport } from './fcm-transport.js';
import { parseServiceAccount } from './service-account.js';

afterEach(closeAll);

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const SENT: Reply = { status: 200, body: JSON.stringify({ name: 'projects/shop/messages/1' }) };

interface Answers {
  token?: (nth: number, request: Received) => Reply | undefined;
  message?: (request: Received) => Reply | undefined;
}

/** Google's token service and FCM on one port, and a transport that uses them. */
async function google({ token, message = () => SENT }: Answers = {}, timeoutMs = 2_000) {
  const issued: Received[] = [];
  const { port, received } = await serveHttp((request) => {
    if (request.path !== '/token') return message(request);
    issued.push(request);
    const plain = { access_token: `token-${issued.length}`, expires_in: 3_600, token_type: 'Bearer' };
    return token ? token(issued.length, request) : { status: 200, body: JSON.stringify(plain) };
  });
  const url = `http://127.0.0.1:${port}`;
  const clock = { now: Date.now() };
  const account = parseServiceAccount(
    JSON.stringify({
      project_id: 'shop',
      client_email: 'push@shop.example',
      private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }),
      token_uri: `${url}/token`,
    }),
  );
  const transport = closing(new FcmTransport({ account, url, timeoutMs, now: () => clock.now }));
  const sends = () => received.filter(({ path }) => path !== '/token');
  return { transport, issued, sends, clock, url };
}

const refusal = (status: number, error: object) => ({ message: () => ({ status, body: JSON.stringify({ error }) }) });

const fcmError = (errorCode: string) => [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }];

describe('FCM', () => {
  it('sends a message to a device, with its data as texts', async () => {
    const { transport, sends } = await google();
    const receipt = await transport.send(
      messageTo('android', 'device-1', { data: { order: 7, url: '/a', x: { y: 1 } } }),
    );
    expect(receipt).toEqual({ providerId: 'projects/shop/messages/1' });
    expect(sends()[0]).toMatchObject({
      path: '/v1/projects/shop/messages:send',
      headers: { authorization: 'Bearer token-1' },
    });
    expect(JSON.parse(sends()[0]!.body.toString())).toEqual({
      message: {
        token: 'device-1',
        notification: { title: 'Olá', body: 'Your order is on its way.' },
        data: { order: '7', url: '/a', x: '{"y":1}', id: 'psh_0123456789abcdef' },
        android: {
          priority: 'HIGH',
          ttl: '2419200s',
          collapse_key: 'psh_0123456789abcdef',
          notification: { tag: 'psh_0123456789abcdef' },
        },
      },
    });
  });

  it('sends a message to a topic', async () => {
    const { transport, sends } = await google();
    await transport.sendToTopic({ id: 'psh_1', topic: 'news', notification: { title: 'a', body: 'b' } });
    expect(JSON.parse(sends()[0]!.body.toString()).message).toMatchObject({ topic: 'news', data: { id: 'psh_1' } });
    const bad = { id: 'psh_1', topic: 'no spaces', notification: { title: 'a', body: 'b' } };
    expect((await failureOf(transport.sendToTopic(bad))).kind).toBe('permanent');
  });

  it('requests one access token, signed by the service account, for all waiting messages', async () => {
    const { transport, issued, url } = await google();
    await Promise.all(Array.from({ length: 10 }, (_, index) => transport.send(messageTo('android', `d${index}`))));
    expect(issued).toHaveLength(1);
    const form = new URLSearchParams(issued[0]!.body.toString());
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const expected = { audience: `${url}/token`, issuer: 'push@shop.example' };
    const { payload } = await jwtVerify(form.get('assertion')!, publicKey, expected);
    expect(payload['scope']).toBe('https://www.googleapis.com/auth/firebase.messaging');
  });

  it('requests another token before the first one expires', async () => {
    const { transport, issued, clock } = await google();
    await transport.send(messageTo('android', 'd'));
    clock.now += 3_500_000;
    await transport.send(messageTo('android', 'd'));
    expect(issued).toHaveLength(1);
    clock.now += 50_000;
    await transport.send(messageTo('android', 'd'));
    expect(issued).toHaveLength(2);
  });

  it('requests another token if its token is rejected', async () => {
    const message = ({ headers }: Received) => (headers.authorization === 'Bearer token-1' ? { status: 401 } : SENT);
    const { transport, issued } = await google({ message });
    await transport.send(messageTo('android', 'd'));
    expect(issued).toHaveLength(2);
  });

  it('fails temporarily without a token', async () => {
    const token = () => ({ status: 400, body: JSON.stringify({ error: 'invalid_grant' }) });
    const { transport } = await google({ token });
    const failure = await failureOf(transport.send(messageTo('android', 'd')));
    expect(failure).toMatchObject({ kind: 'temporary', reason: expect.stringContaining('invalid_grant') });
  });

  it.each([
    [404, { status: 'NOT_FOUND', details: fcmError('UNREGISTERED') }, 'gone', 'UNREGISTERED'],
    [
      400,
      {
        status: 'INVALID_ARGUMENT',
        details: [
          ...fcmError('INVALID_ARGUMENT'),
          { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'message.token' }] },
        ],
      },
      'gone',
      'INVALID_ARGUMENT',
    ],
    [400, { status: 'INVALID_ARGUMENT', message: 'Message too big' }, 'permanent', 'INVALID_ARGUMENT'],
    [403, { status: 'PERMISSION_DENIED', details: fcmError('SENDER_ID_MISMATCH') }, 'permanent', 'SENDER_ID_MISMATCH'],
    [403, { status: 'PERMISSION_DENIED' }, 'temporary', 'PERMISSION_DENIED'],
    [429, { status: 'RESOURCE_EXHAUSTED', details: fcmError('QUOTA_EXCEEDED') }, 'temporary', 'QUOTA_EXCEEDED'],
    [500, { status: 'INTERNAL' }, 'temporary', 'INTERNAL'],
    [503, { status: 'UNAVAILABLE' }, 'temporary', 'UNAVAILABLE'],
  ])('takes %i %j for %s', async (status, error, kind, code) => {
    const { transport } = await google(refusal(status, error));
    expect(await failureOf(transport.send(messageTo('android', 'd')))).toMatchObject({ kind, code });
  });

  it('asks for a delay of a minute if the quota is used up', async () => {
    const { transport } = await google(refusal(429, { status: 'RESOURCE_EXHAUSTED' }));
    expect((await failureOf(transport.send(messageTo('android', 'd')))).retryAfterMs).toBe(60_000);
  });

  it('fails temporarily without an answer, and sends nothing after close', async () => {
    const { transport } = await google({ message: () => undefined }, 300);
    expect((await failureOf(transport.send(messageTo('android', 'd')))).kind).toBe('temporary');
    await transport.close();
    expect((await failureOf(transport.send(messageTo('android', 'd')))).kind).toBe('temporary');
  });
});

describe('a service account', () => {
  it('is rejected if a field is missing; the error names the field and quotes nothing', () => {
    expect(() => parseServiceAccount('{"project_id":"shop","private_key":"hush"}')).toThrow(/lacks client_email$/);
    expect(() => parseServiceAccount('{"private_key":"hush')).toThrow('is not a JSON object');
  });
});
