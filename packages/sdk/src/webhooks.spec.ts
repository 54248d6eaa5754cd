import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError, type WebhookRequest } from './index.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const EVENT = { EventId: 'evt_0c7b3f19ad62e04f', EventType: 'email.sent', Data: { To: 'ana@example.com' } };
const BODY = JSON.stringify(EVENT);
const NOW = Math.floor(Date.now() / 1000);

const hexOf = (secret: string, time: number, body = BODY) =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
const ownHeaders = (secret = SECRET, time = NOW) => ({ 'x-service-signature': `t=${time},v1=${hexOf(secret, time)}` });
const standardHeaders = (secret = SECRET, time = NOW) => ({
  'webhook-id': EVENT.EventId,
  'webhook-timestamp': String(time),
  'webhook-signature': new Webhook(secret).sign(EVENT.EventId, new Date(time * 1000), BODY),
});
const verify = (given: Partial<WebhookRequest>) =>
  verifyWebhook({ secret: SECRET, headers: ownHeaders(), body: BODY, ...given });

const KINDS = [
  ['X-Service-Signature', ownHeaders],
  ['Standard Webhooks', standardHeaders],
] as const;

describe.each(KINDS)('a request signed by %s', (_name, headersOf) => {
  it('is genuine, as text and as bytes, with headers of any kind', () => {
    for (const headers of [headersOf(), new Headers(headersOf())]) expect(verify({ headers })).toEqual(EVENT);
    const upper = Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(verify({ headers: upper, body: Buffer.from(BODY) })).toEqual(EVENT);
  });

  it('is refused with another secret, and accepted with one of several', () => {
    expect(() => verify({ headers: headersOf(OTHER) })).toThrow(WebhookVerificationError);
    expect(verify({ headers: headersOf(OTHER), secret: [SECRET, OTHER] })).toEqual(EVENT);
  });

  it('is refused when its body was altered', () => {
    expect(() => verify({ headers: headersOf(), body: BODY.replace('ana', 'eva') })).toThrow('does not match');
    expect(() => verify({ headers: headersOf(), body: `${BODY} ` })).toThrow('does not match');
  });

  it('is refused when it is older than five minutes or from the future, unless more is allowed', () => {
    for (const time of [NOW - 310, NOW + 310]) {
      expect(() => verify({ headers: headersOf(SECRET, time) })).toThrow('too old');
      expect(verify({ headers: headersOf(SECRET, time), tolerance: 600 })).toEqual(EVENT);
    }
  });
});

describe('a request', () => {
  it('is genuine with the signature of either secret while the secret is changed', () => {
    const both = `t=${NOW},v1=${hexOf(OTHER, NOW)},v1=${hexOf(SECRET, NOW)}`;
    expect(verify({ headers: { 'x-service-signature': both } })).toEqual(EVENT);
    const { 'webhook-signature': mine, ...rest } = standardHeaders();
    const others = standardHeaders(OTHER)['webhook-signature'];
    expect(verify({ headers: { ...rest, 'webhook-signature': `${others} ${mine}` } })).toEqual(EVENT);
  });

  it.each([
    ['without a signature', {}],
    ['with an empty one', { 'x-service-signature': '' }],
    ['without a time', { 'x-service-signature': `v1=${hexOf(SECRET, NOW)}` }],
    ['with a time that is none', { 'x-service-signature': `t=now,v1=${hexOf(SECRET, NOW)}` }],
    ['with a short signature', { 'x-service-signature': `t=${NOW},v1=00` }],
    ['with another kind of signature', { 'x-service-signature': `t=${NOW},v0=${hexOf(SECRET, NOW)}` }],
  ])('is refused %s', (_name, headers) => {
    expect(() => verify({ headers })).toThrow(WebhookVerificationError);
  });

  it('is refused without a secret, whatever it was signed with', () => {
    expect(() => verify({ secret: '', headers: { 'x-service-signature': `t=${NOW},v1=${hexOf('', NOW)}` } })).toThrow(
      'no secret',
    );
    expect(() => verify({ secret: [] })).toThrow('no secret');
  });

  it('is refused when it is no JSON', () => {
    const headers = { 'x-service-signature': `t=${NOW},v1=${hexOf(SECRET, NOW, 'hello')}` };
    expect(() => verify({ headers, body: 'hello' })).toThrow('no JSON');
  });
});
