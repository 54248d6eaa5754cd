import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/testing';
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
const tokenOf = (header: object | string) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.e30.x`;

function publish(published: Record<string, KeyObject>): void {
  const set = Object.entries(published).map(([kid, key]) => ({ ...key.export({ format: 'jwk' }), kid }));
  identity.answer({ body: JSON.stringify({ keys: set }) });
}

describe('RemoteSigningKeys', () => {
  it('asks once for many tokens, also when they come together', async () => {
    const key = newKey();
    publish({ a: key });
    const found = await Promise.all([1, 2, 3].map(() => keys.pemFor(tokenOf({ kid: 'a' }))));
    expect(found).toEqual([pem(key), pem(key), pem(key)]);
    await keys.pemFor(tokenOf({ kid: 'a' }));
    expect(identity.requests.map(({ path }) => path)).toEqual(['/.well-known/jwks.json']);
  });

  it('refuses unknown ids, and does not ask for each of them', async () => {
    publish({ a: newKey() });
    for (let count = 0; count < 10; count += 1) {
      await expect(keys.pemFor(tokenOf({ kid: `unknown ${count}` }))).rejects.toMatchObject({ status: 401 });
    }
    expect(identity.requests).toHaveLength(1);
  });

  it.each([{}, { kid: 1 }, { kid: ['a'] }, 'text', 'null'])('refuses a header without an id: %j', async (header) => {
    await expect(keys.pemFor(tokenOf(header))).rejects.toMatchObject({ code: 'AuthorizationError' });
    await expect(keys.pemFor('%%%')).rejects.toMatchObject({ code: 'AuthorizationError' });
    expect(identity.requests).toHaveLength(0);
  });

  it('says that identity does not answer, and asks again next time', async () => {
    identity.answerNext({ drop: true }, { status: 500, body: 'broken' });
    for (const _ of [1, 2]) {
      await expect(keys.pemFor(tokenOf({ kid: 'a' }))).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    }
    const key = newKey();
    publish({ a: key });
    expect(await keys.pemFor(tokenOf({ kid: 'a' }))).toBe(pem(key));
  });
});
