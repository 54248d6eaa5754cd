import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identityStack, type IdentityStack } from '../../../../test/support/identity-stack.js';
import { KeyRotation } from './key-rotation.js';
import { SigningKeyRing } from './signing-key-ring.js';

const LEAD_SECONDS = 60;

let identity: IdentityStack;
let rotation: KeyRotation;

beforeAll(async () => {
  identity = await identityStack({
    environment: { SIGNING_KEY_DAYS: '30', SIGNING_KEY_LEAD_SECONDS: String(LEAD_SECONDS) },
  });
  rotation = identity.app.get(KeyRotation, { strict: false });
});
afterAll(() => identity?.close());

const published = async () =>
  ((await identity.anybody.get('/.well-known/jwks.json')).body.keys as { kid: string }[]).map(({ kid }) => kid);

const kidOf = (token: string) => decodeProtectedHeader(token).kid!;

/** Moves the keys back in time, as if so much had passed; identity looks again. */
async function pass(seconds: number): Promise<void> {
  await identity.sql(`update signing_key set signs_from = signs_from - $1 * interval '1 second'`, [seconds]);
  await rotation.rotateWhenDue();
  await identity.app.get(SigningKeyRing, { strict: false }).load();
}

const DAY = 86_400;

describe('the signing key', () => {
  it('is followed by one that is published before it signs, and stays as long as a session lives that it opened', async () => {
    const person = await identity.person();
    const token = await identity.login(person);
    const first = kidOf(token);
    await rotation.rotateWhenDue();
    expect(await published()).toEqual([first]);

    await pass(30 * DAY);
    const [signing, next] = await published();
    expect([signing, await published()]).toEqual([first, [first, next]]);
    expect(kidOf(await identity.login(await identity.person()))).toBe(first);

    await pass(LEAD_SECONDS);
    expect(kidOf(await identity.login(await identity.person()))).toBe(next);
    expect(await published()).toEqual([next, first]);

    await identity.sql(`update session set created_at = now() - interval '2 days'`);
    await pass(DAY);
    expect(await published()).toEqual([next, first]);

    await identity.sql(`update session set revoked_at = now()`);
    await rotation.rotateWhenDue();
    expect(await published()).toEqual([next]);
    const rows = await identity.sql(
      'select kid, retired_at is not null as retired, sealed_private_jwk is null as forgotten from signing_key',
    );
    expect(rows).toContainEqual({ kid: first, retired: true, forgotten: true });
    expect(rows).toContainEqual({ kid: next, retired: false, forgotten: false });
  });

  it('is made once, however many processes find that it is due', async () => {
    const made = async () => (await identity.sql('select from signing_key')).length;
    const before = await made();
    await identity.sql(`update signing_key set signs_from = signs_from - interval '30 days'`);
    await Promise.all([rotation.rotateWhenDue(), rotation.rotateWhenDue(), rotation.rotateWhenDue()]);
    expect(await made()).toBe(before + 1);
  });

  it('can be replaced at any time, and at once when somebody else may know it', async () => {
    const before = await published();
    const planned = await identity.service.post('/internal/signing-keys/rotate', {});
    expect(planned.status).toBe(200);
    expect(Date.parse(planned.body.signsFrom)).toBeGreaterThan(Date.now());
    expect(await published()).toEqual(expect.arrayContaining([...before, planned.body.kid]));

    const token = await identity.login(await identity.person());
    const urgent = await identity.service.post('/internal/signing-keys/rotate', { compromised: true });
    expect(await published()).toEqual([urgent.body.kid]);
    expect(kidOf(await identity.login(await identity.person()))).toBe(urgent.body.kid);
    expect((await identity.anybody.get('/oauth/userinfo', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await identity.anybody.post('/internal/signing-keys/rotate', {})).status).toBe(401);
  });
});
