import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { OutboundClient } from '#libs/core/outbound';
import { failureOf, messageTo } from '../../test-support/messages.js';
import { closeAll, closing, servePushService, type Replier } from '../../test-support/servers.js';
import { TLS_CERTIFICATE } from '../../test-support/tls.js';
import { TestBrowser } from '../../test-support/web-push-decryption.js';
import { generateVapidKeys } from './vapid.js';
import { WEB_PAYLOAD_BYTES, WebPushTransport } from './web-push-transport.js';

afterEach(closeAll);

const vapid = generateVapidKeys();
const browser = new TestBrowser();
const SUBJECT = 'mailto:operator@example.test';

async function pushService(
  reply: Replier = () => ({ status: 201, headers: { location: '/message/1' } }),
  timeoutMs = 2_000,
) {
  const { port, received } = await servePushService(reply);
  const client = closing(new OutboundClient({ allow: `127.0.0.1:${port}`, ca: TLS_CERTIFICATE }));
  const transport = new WebPushTransport({ vapid, subject: SUBJECT, client, timeoutMs });
  const origin = `https://127.0.0.1:${port}`;
  return { origin, received, transport, token: browser.subscription(`${origin}/push/abc?x=1`) };
}

/** The public key of VAPID as one that signatures are verified with. */
function verificationKey(publicKey: string) {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
}

describe('Web Push', () => {
  it('sends a message that only the browser can decrypt', async () => {
    const { transport, received, token } = await pushService();
    expect(await transport.send(messageTo('web', token))).toEqual({ providerId: '/message/1' });
    const [request] = received;
    expect(request!.path).toBe('/push/abc?x=1');
    expect(request!.body.includes('order')).toBe(false);
    expect(JSON.parse(browser.decrypt(request!.body))).toEqual({
      id: 'psh_0123456789abcdef',
      title: 'Olá',
      body: 'Your order is on its way.',
      data: { order: 7, url: '/orders/7' },
    });
    expect(() => new TestBrowser().decrypt(request!.body)).toThrow();
  });

  it('carries the address for its receipt where there is room', async () => {
    const { transport, received, token } = await pushService();
    const receiptUrl = 'https://api.example.test/t/r/x';
    await transport.send(messageTo('web', token, { receiptUrl }));
    const notification = { title: '', body: 'x'.repeat(WEB_PAYLOAD_BYTES - 70) };
    await transport.send(messageTo('web', token, { receiptUrl, notification, data: {} }));
    const receipts = received.map(({ body }) => (JSON.parse(browser.decrypt(body)) as { receipt?: string }).receipt);
    expect(receipts).toEqual([receiptUrl, undefined]);
  });

  it('has the headers TTL, Urgency and Topic', async () => {
    const { transport, received, token } = await pushService();
    await transport.send(messageTo('web', token));
    expect(received[0]!.headers).toMatchObject({
      ttl: String(28 * 86_400),
      urgency: 'high',
      topic: 'psh_0123456789abcdef',
      'content-encoding': 'aes128gcm',
    });
  });

  it('is signed for the origin of the push service with the key that the page subscribed with', async () => {
    const { transport, received, token, origin } = await pushService();
    await transport.send(messageTo('web', token));
    const [, jwt, key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(received[0]!.headers.authorization ?? '') ?? [];
    expect(key).toBe(vapid.publicKey);
    const { payload } = await jwtVerify(jwt!, verificationKey(vapid.publicKey), { audience: origin });
    expect(payload['sub']).toBe(SUBJECT);
    expect(payload.exp! - Date.now() / 1_000).toBeLessThanOrEqual(86_400);
  });

  it.each([
    [404, 'gone'],
    [410, 'gone'],
    [400, 'permanent'],
    [403, 'permanent'],
    [413, 'permanent'],
    [301, 'permanent'],
    [429, 'temporary'],
    [500, 'temporary'],
    [503, 'temporary'],
  ])('takes %i for %s', async (status, kind) => {
    const { transport, token } = await pushService(() => ({ status, body: 'No.\r\nReally' }));
    const failure = await failureOf(transport.send(messageTo('web', token)));
    expect(failure).toMatchObject({ kind, code: String(status) });
    expect(failure.reason).toBe(`The push service answered ${status}: No. Really`);
  });

  it('fails with the delay of Retry-After', async () => {
    const { transport, token } = await pushService(() => ({ status: 429, headers: { 'retry-after': '17' } }));
    expect((await failureOf(transport.send(messageTo('web', token)))).retryAfterMs).toBe(17_000);
  });

  it('fails temporarily without an answer', async () => {
    const { transport, token } = await pushService(() => undefined, 300);
    expect((await failureOf(transport.send(messageTo('web', token)))).kind).toBe('temporary');
  });

  it('calls no internal address', async () => {
    const { received, token } = await pushService();
    const client = closing(new OutboundClient({ ca: TLS_CERTIFICATE }));
    const transport = new WebPushTransport({ vapid, subject: SUBJECT, client });
    const failure = await failureOf(transport.send(messageTo('web', token)));
    expect(failure).toMatchObject({ kind: 'permanent', code: 'RefusedAddress' });
    expect(received).toHaveLength(0);
  });

  it('rejects a payload that is too large, and sends one of the maximum size', async () => {
    const { transport, received, token } = await pushService();
    const empty = Buffer.byteLength(
      JSON.stringify({ id: 'psh_0123456789abcdef', title: '', body: '', data: {} }),
      'utf8',
    );
    const text = 'x'.repeat(WEB_PAYLOAD_BYTES - empty);
    const fits = messageTo('web', token, { notification: { title: '', body: text }, data: {} });
    await transport.send(fits);
    expect(received[0]!.body).toHaveLength(4_096);
    const tooLarge = { ...fits, notification: { title: 'x', body: text } };
    expect(await failureOf(transport.send(tooLarge))).toMatchObject({ kind: 'permanent', code: 'PayloadTooLarge' });
  });

  it('fails with gone for a token that is not a subscription', async () => {
    const { transport } = await pushService();
    expect((await failureOf(transport.send(messageTo('web', '{"endpoint":"http://x"}')))).kind).toBe('gone');
  });
});
