import { createHmac } from 'node:crypto';

import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

import { InvalidWebhookSecret, isUsableSecret, newWebhookSecret } from './webhook-secret.js';
import { signWebhook } from './webhook-signature.js';
import { verifyWebhook } from './webhook-verification.js';

const now = Math.floor(Date.now() / 1000);
const secret = newWebhookSecret();
const body = JSON.stringify({ EventId: 'evt_0123456789abcdef', EventType: 'email.sent', Data: { Name: 'João' } });
const webhook = { secrets: secret, id: 'evt_0123456789abcdef', type: 'email.sent', timestamp: now, body };

describe('signWebhook', () => {
  it('signs for X-Service-Signature with the whole text of the secret', () => {
    const headers = signWebhook(webhook);
    const expected = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex');
    expect(headers['X-Service-Signature']).toBe(`t=${now},v1=${expected}`);
    expect(headers['X-Service-Event']).toBe('email.sent');
    expect(headers['X-Service-Event-Id']).toBe('evt_0123456789abcdef');
  });

  it('signs for Standard Webhooks as its own library does', () => {
    const headers = signWebhook(webhook);
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(webhook.id, new Date(now * 1000), body));
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  });

  it('reproduces the example of Standard Webhooks', () => {
    const headers = signWebhook({
      secrets: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      type: 'test',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('signs bytes as it signs the text they encode', () => {
    expect(signWebhook({ ...webhook, body: Buffer.from(body) })).toEqual(signWebhook(webhook));
  });

  it('signs with each secret while they rotate, so that a receiver with either one accepts it', () => {
    const next = newWebhookSecret();
    const headers = signWebhook({ ...webhook, secrets: [next, secret] });
    expect(headers['X-Service-Signature']).toMatch(/^t=[0-9]+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const one of [next, secret]) {
      expect(new Webhook(one).verify(body, headers)).toEqual(JSON.parse(body));
      expect(verifyWebhook({ secrets: one, headers, body })).toBe('valid');
    }
  });

  it('signs for X-Service-Signature only with a secret of another form', () => {
    const headers = signWebhook({ ...webhook, secrets: 'segredo' });
    expect(Object.keys(headers)).toEqual(['X-Service-Signature', 'X-Service-Event', 'X-Service-Event-Id']);
    expect(verifyWebhook({ secrets: ['segredo', secret], headers, body })).toBe('valid');
    const mixed = signWebhook({ ...webhook, secrets: ['segredo', secret] });
    expect(verifyWebhook({ secrets: secret, headers: mixed, body })).toBe('valid');
    expect(mixed['webhook-signature']).toBe(signWebhook(webhook)['webhook-signature']);
  });

  it.each(['', 'whsec_', 'whsec_AAAA', `whsec_${'A'.repeat(100)}`, `whsec_${'A'.repeat(43)}*`])(
    'rejects "%s" as a secret',
    (bad) => {
      expect(() => signWebhook({ ...webhook, secrets: bad })).toThrow(InvalidWebhookSecret);
      expect(isUsableSecret(bad)).toBe(false);
    },
  );

  it.each([secret, 'segredo', 'whsecret'])('takes "%s" as a secret', (good) => expect(isUsableSecret(good)).toBe(true));

  it('does not quote a rejected secret', () => {
    const bad = `whsec_${'A'.repeat(43)}*`;
    expect(() => signWebhook({ ...webhook, secrets: bad })).not.toThrow(bad);
  });
});

describe('verifyWebhook', () => {
  const headers = signWebhook(webhook);

  it('accepts what signWebhook signs, header names in any case', () => {
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(verifyWebhook({ secrets: secret, headers: upper, body })).toBe('valid');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(2 ** 32), (text, timestamp) => {
        const signed = signWebhook({ ...webhook, body: text, timestamp });
        expect(verifyWebhook({ secrets: secret, headers: signed, body: text, now: timestamp })).toBe('valid');
      }),
    );
  });

  it('accepts either kind of signature alone', () => {
    const { 'X-Service-Signature': service, ...standard } = headers;
    expect(verifyWebhook({ secrets: secret, headers: standard, body })).toBe('valid');
    expect(verifyWebhook({ secrets: secret, headers: { 'x-service-signature': service }, body })).toBe('valid');
  });

  it('rejects another body, another secret, another id, another time', () => {
    const check = (changes: object) => verifyWebhook({ secrets: secret, headers, body, ...changes });
    expect(check({ body: `${body} ` })).toBe('mismatch');
    expect(check({ secrets: newWebhookSecret() })).toBe('mismatch');
    expect(check({ headers: { ...headers, 'webhook-id': 'evt_f' } })).toBe('mismatch');
    expect(check({ headers: { ...headers, 'webhook-timestamp': String(now + 1) } })).toBe('mismatch');
    expect(check({ headers: { ...headers, 'X-Service-Signature': `t=${now},v1=` } })).toBe('mismatch');
  });

  it('tolerates five minutes either way and not a second more', () => {
    const at = (seconds: number) => verifyWebhook({ secrets: secret, headers, body, now: now + seconds });
    expect(at(300)).toBe('valid');
    expect(at(-300)).toBe('valid');
    expect(at(301)).toBe('too-old');
    expect(at(-301)).toBe('too-new');
  });

  it('distinguishes missing and malformed headers', () => {
    const check = (given: Record<string, string>) => verifyWebhook({ secrets: secret, headers: given, body });
    expect(check({})).toBe('missing');
    expect(check({ 'X-Service-Signature': 'v1=00' })).toBe('malformed');
    expect(check({ 'X-Service-Signature': 't=-1,v1=00' })).toBe('malformed');
    expect(check({ 'webhook-signature': 'v1,AA==' })).toBe('malformed');
    expect(check({ 'webhook-signature': 'v1,AA==', 'webhook-id': 'x', 'webhook-timestamp': '1e9' })).toBe('malformed');
  });
});
