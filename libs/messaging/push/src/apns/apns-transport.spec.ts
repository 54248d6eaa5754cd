import { generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf, messageTo } from '../../test-support/messages.js';
import { closeAll, closing, serveApns, type Received, type Replier } from '../../test-support/servers.js';
import { TLS_CERTIFICATE } from '../../test-support/tls.js';
import { ApnsTransport } from './apns-transport.js';

afterEach(closeAll);

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const TOKEN = 'ab'.repeat(32);
const KEY = {
  keyId: 'KEY1234567',
  teamId: 'TEAM123456',
  privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
};

async function apple(reply: Replier = () => ({ status: 200, headers: { 'apns-id': 'A-1' } }), timeoutMs = 2_000) {
  const server = await serveApns(reply);
  const clock = { now: Date.now() };
  const url = `https://127.0.0.1:${server.port}`;
  const options = { key: KEY, topic: 'test.shop', url, ca: TLS_CERTIFICATE, timeoutMs, now: () => clock.now };
  return { ...server, clock, transport: closing(new ApnsTransport(options)) };
}

const refused = (status: number, reason: string, headers = {}) => ({
  status,
  headers,
  body: JSON.stringify({ reason }),
});
const bearer = ({ headers }: Received) => String(headers.authorization).replace('bearer ', '');

describe('APNs', () => {
  it('sends a message to a device', async () => {
    const { transport, received, clock } = await apple();
    expect(await transport.send(messageTo('ios', TOKEN))).toEqual({ providerId: 'A-1' });
    expect(received[0]!.path).toBe(`/3/device/${TOKEN}`);
    expect(received[0]!.headers).toMatchObject({
      'apns-topic': 'test.shop',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-collapse-id': 'psh_0123456789abcdef',
      'apns-expiration': String(Math.floor(clock.now / 1_000) + 28 * 86_400),
      'apns-id': expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    });
    expect(JSON.parse(received[0]!.body.toString())).toEqual({
      order: 7,
      url: '/orders/7',
      id: 'psh_0123456789abcdef',
      aps: { alert: { title: 'Olá', body: 'Your order is on its way.' }, sound: 'default' },
    });
  });

  it('carries the address for its receipt, and lets the app confirm it when it comes', async () => {
    const { transport, received } = await apple();
    await transport.send(messageTo('ios', TOKEN, { receiptUrl: 'https://api.example.test/t/r/x' }));
    expect(JSON.parse(received[0]!.body.toString())).toMatchObject({
      receipt: 'https://api.example.test/t/r/x',
      aps: { 'mutable-content': 1 },
    });
  });

  it('uses the same apns-id at every attempt', async () => {
    const { transport, received } = await apple();
    await transport.send(messageTo('ios', TOKEN));
    await transport.send(messageTo('ios', TOKEN));
    expect(received[0]!.headers['apns-id']).toBe(received[1]!.headers['apns-id']);
  });

  it('uses one connection and one signed token for many messages', async () => {
    const { transport, received, sessions } = await apple();
    await Promise.all(Array.from({ length: 50 }, () => transport.send(messageTo('ios', TOKEN))));
    expect(sessions).toHaveLength(1);
    expect(new Set(received.map(bearer)).size).toBe(1);
    const token = bearer(received[0]!);
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: 'KEY1234567' });
    await jwtVerify(token, publicKey, { issuer: 'TEAM123456' });
  });

  it('renews the token before an hour is over, and not earlier than necessary', async () => {
    const { transport, received, clock } = await apple();
    await transport.send(messageTo('ios', TOKEN));
    clock.now += 49 * 60_000;
    await transport.send(messageTo('ios', TOKEN));
    clock.now += 2 * 60_000;
    await transport.send(messageTo('ios', TOKEN));
    const [first, second, third] = received.map(bearer);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('renews the token once if APNs reports it as expired', async () => {
    let first: string | undefined;
    const { transport, received, clock } = await apple((request) => {
      first ??= bearer(request);
      return bearer(request) === first ? refused(403, 'ExpiredProviderToken') : { status: 200 };
    });
    expect((await failureOf(transport.send(messageTo('ios', TOKEN)))).kind).toBe('temporary');
    expect(received).toHaveLength(1);
    clock.now += 21 * 60_000;
    await transport.send(messageTo('ios', TOKEN));
    expect(received).toHaveLength(3);
  });

  it.each([
    [410, 'Unregistered', 'gone'],
    [410, 'ExpiredToken', 'gone'],
    [400, 'BadDeviceToken', 'gone'],
    [400, 'DeviceTokenNotForTopic', 'permanent'],
    [413, 'PayloadTooLarge', 'permanent'],
    [403, 'InvalidProviderToken', 'temporary'],
    [429, 'TooManyRequests', 'temporary'],
    [500, 'InternalServerError', 'temporary'],
    [503, 'ServiceUnavailable', 'temporary'],
  ])('takes %i %s for %s', async (status, reason, kind) => {
    const { transport } = await apple(() => refused(status, reason, { 'retry-after': '3' }));
    const failure = await failureOf(transport.send(messageTo('ios', TOKEN)));
    expect(failure).toMatchObject({ kind, code: reason, retryAfterMs: 3_000 });
  });

  it('rejects an invalid token without a request, because it would be part of the path', async () => {
    const { transport, received } = await apple();
    expect((await failureOf(transport.send(messageTo('ios', '../../other')))).kind).toBe('gone');
    expect(received).toHaveLength(0);
  });

  it('rejects messages that APNs does not accept', async () => {
    const { transport } = await apple();
    const failure = await failureOf(transport.send(messageTo('ios', TOKEN, { data: { x: 'x'.repeat(4_096) } })));
    expect(failure).toMatchObject({ kind: 'permanent', code: 'PayloadTooLarge' });
  });

  it('reconnects after a GOAWAY', async () => {
    const { transport, sessions } = await apple();
    await transport.send(messageTo('ios', TOKEN));
    const [session] = sessions;
    const closed = new Promise((resolve) => session!.once('close', resolve));
    session!.close();
    await closed;
    await transport.send(messageTo('ios', TOKEN));
    expect(sessions).toHaveLength(2);
  });

  it('fails temporarily if the connection is cut, is refused, or is silent', async () => {
    const cut = await apple(() => undefined, 200);
    const sending = failureOf(cut.transport.send(messageTo('ios', TOKEN)));
    await expect.poll(() => cut.received.length).toBe(1);
    cut.sessions[0]!.destroy();
    expect((await sending).kind).toBe('temporary');
    const silent = await failureOf(cut.transport.send(messageTo('ios', TOKEN)));
    expect(silent).toMatchObject({ kind: 'temporary', reason: 'APNs did not answer within 200 ms' });
    await closeAll();
    const options = { key: KEY, topic: 'test.shop', url: `https://127.0.0.1:${cut.port}`, timeoutMs: 500 };
    const refusing = closing(new ApnsTransport(options));
    expect((await failureOf(refusing.send(messageTo('ios', TOKEN)))).kind).toBe('temporary');
  });

  it('fails temporarily if the key cannot sign', async () => {
    const options = { key: { ...KEY, privateKey: 'nonsense' }, topic: 'test.shop', url: 'https://127.0.0.1:9' };
    const transport = closing(new ApnsTransport(options));
    expect((await failureOf(transport.send(messageTo('ios', TOKEN)))).kind).toBe('temporary');
  });
});
