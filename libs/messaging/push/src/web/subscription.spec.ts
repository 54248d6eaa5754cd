import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestBrowser } from '../../test-support/web-push-decryption.js';
import { InvalidSubscription, parseSubscription } from './subscription.js';

const ENDPOINT = 'https://push.example.test/s/1';
const valid = JSON.parse(new TestBrowser().subscription(ENDPOINT)) as { keys: { p256dh: string; auth: string } };
const changed = (changes: object) => JSON.stringify({ ...valid, ...changes });

describe('a subscription', () => {
  it("is parsed from the browser's JSON", () => {
    expect(parseSubscription(JSON.stringify(valid))).toEqual({ endpoint: ENDPOINT, keys: valid.keys });
  });

  it('may have keys with padding', () => {
    const auth = `${valid.keys.auth}==`;
    expect(parseSubscription(changed({ keys: { ...valid.keys, auth } })).keys).toEqual(valid.keys);
  });

  it.each([
    ['no JSON', 'contract-check-token', 'JSON'],
    ['null', 'null', 'JSON'],
    ['an endpoint that is no URL', changed({ endpoint: 'push' }), 'endpoint'],
    ['an endpoint without TLS', changed({ endpoint: 'http://push.example.test/' }), 'https://'],
    ['a user name in the endpoint', changed({ endpoint: 'https://a:b@push.example.test/' }), 'user name'],
    ['a retired push service', changed({ endpoint: 'https://android.googleapis.com/gcm/send/x' }), 'retired'],
    ['no keys', changed({ keys: undefined }), 'keys'],
    ['a key that is no point', changed({ keys: { ...valid.keys, p256dh: 'AAAA' } }), 'p256dh'],
    [
      'a point beside the curve',
      changed({ keys: { ...valid.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }),
      'p256dh',
    ],
    ['a short secret', changed({ keys: { ...valid.keys, auth: 'AAAA' } }), 'auth'],
  ])('is rejected with %s', (_case, token, word) => {
    expect(() => parseSubscription(token)).toThrow(InvalidSubscription);
    expect(() => parseSubscription(token)).toThrow(word);
  });

  it('is parsed or rejected, for any text', () => {
    const anything = fc.oneof(fc.string(), fc.json(), fc.object().map(changed));
    fc.assert(
      fc.property(anything, (token) => {
        try {
          parseSubscription(token);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidSubscription);
        }
      }),
    );
  });
});
