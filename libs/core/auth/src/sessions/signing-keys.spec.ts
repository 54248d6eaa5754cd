import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { RemoteSigningKeys } from './signing-keys.js';

let identity: HttpSink;
let keys: RemoteSigningKeys;

beforeEach(async () => {
  identity = await HttpSink.start();
  keys = new RemoteSigningKeys(identity.url, 'http://identity.test');
});

afterEach(() => identity.stop());

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
function tokenOf(header: object | string): string {
  const whole = typeof header === 'object' ? { typ: 'JWT', ...header } : header;
  return `${Buffer.from(JSON.stringify(whole)).toString('base64url')}.e30.x`;
}

function publish(published: Record<string, KeyObject>): void {
  const set = Object.entries(published).map(([kid, key]) => ({ ...key.export({ format: 'jwk' }), kid }));
  identity.answer({ body: JSON.stringify({ keys: set }) });
}

describe('RemoteSigningKeys', () => {
  it('fetches the keys once for many tokens, also for concurrent ones', async () => {
    const key = newKey();
    publish({ a: key });
    const found = await Promise.all([1, 2, 3].map(() => keys.keyFor(tokenOf({ kid: 'a' }))));
    expect(found.map(pem)).toEqual([pem(key), pem(key), pem(key)]);
    await keys.keyFor(tokenOf({ kid: 'a' }));
    expect(identity.requests.map(({ path }) => path)).toEqual(['/.well-known/jwks.json']);
  });

  it('rejects unknown key ids, without a fetch for each', async () => {
    publish({ a: newKey() });
    for (let count = 0; count < 10; count += 1) {
      await expect(keys.keyFor(tokenOf({ kid: `unknown ${count}` }))).rejects.toMatchObject({ status: 401 });
    }
    expect(identity.requests).toHaveLength(1);
  });

  it.each([{}, { kid: 1 }, { kid: ['a'] }, 'text', 'null'])('rejects a header without a key id: %j', async (header) => {
    await expect(keys.keyFor(tokenOf(header))).rejects.toMatchObject({ code: 'AuthorizationError' });
    await expect(keys.keyFor('%%%')).rejects.toMatchObject({ code: 'AuthorizationError' });
    expect(identity.requests).toHaveLength(0);
  });

  it.each(['secevent+jwt', 'logout+jwt', 'dpop+jwt', '', null, 7])(
    'rejects tokens of another kind: %j',
    async (typ) => {
      publish({ a: newKey() });
      await expect(keys.keyFor(tokenOf({ kid: 'a', typ }))).rejects.toMatchObject({ code: 'AuthorizationError' });
      expect((await keys.keyFor(tokenOf({ kid: 'a', typ: 'at+jwt' }))).type).toBe('public');
    },
  );

  it('uses the key id only, and ignores keys in the header', async () => {
    const [own, evil] = [newKey(), newKey()];
    publish({ a: own });
    const jwk = evil.export({ format: 'jwk' });
    const header = { kid: 'a', jwk, jku: 'http://evil.test/jwks.json', x5u: 'http://evil.test/x5u', x5c: ['AAAA'] };
    expect(pem(await keys.keyFor(tokenOf(header)))).toBe(pem(own));
    expect(identity.requests.map(({ path }) => path)).toEqual(['/.well-known/jwks.json']);
  });

  it('fails if identity does not answer, and fetches again at the next token', async () => {
    identity.answerNext({ drop: true }, { status: 500, body: 'broken' });
    for (const _ of [1, 2]) {
      await expect(keys.keyFor(tokenOf({ kid: 'a' }))).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    }
    const key = newKey();
    publish({ a: key });
    expect(pem(await keys.keyFor(tokenOf({ kid: 'a' })))).toBe(pem(key));
  });
});
