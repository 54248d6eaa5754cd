import { decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { identityStack } from '../../../../test/support/identity-stack.js';
import { KeyRotation } from './key-rotation.js';
import { SigningKeyRing } from './signing-key-ring.js';
import { useStack } from '../../../../test/support/use-stack.js';

const LEAD_SECONDS = 60;

const identity = useStack(() =>
  identityStack({
    environment: { SIGNING_KEY_DAYS: '30', SIGNING_KEY_LEAD_SECONDS: String(LEAD_SECONDS) },
  }),
);
let rotation: KeyRotation;

beforeAll(async () => {
  rotation = identity.app.get(KeyRotation, { strict: false });
});
const published = async () =>
  ((await identity.anonymous.get('/.well-known/jwks.json')).body.keys as { kid: string }[]).map(({ kid }) => kid);

const kidOf = (token: string) => decodeProtectedHeader(token).kid!;

/** Moves the keys back in time, as if so much had passed; identity looks again. */
async function pass(seconds: number): Promise<void> {
  await identity.sql(`update signing_key set signs_from = signs_from - $1 * interval '1 second'`, [seconds]);
  await rotation.rotateWhenDue();
  await identity.app.get(SigningKeyRing, { strict: false }).load();
}

const DAY = 86_400;

describe('the signing key', () => {
  it('is replaced by one that is published before it signs, and stays until the last session that it signed ends', async () => {
    const user = await identity.createUser();
    const token = await identity.login(user);
    const first = kidOf(token);
    await rotation.rotateWhenDue();
    expect(await published()).toEqual([first]);

    await pass(30 * DAY);
    const [signing, next] = await published();
    expect([signing, await published()]).toEqual([first, [first, next]]);
    expect(kidOf(await identity.login(await identity.createUser()))).toBe(first);

    await pass(LEAD_SECONDS);
    expect(kidOf(await identity.login(await identity.createUser()))).toBe(next);
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

  it('is created once, by any number of processes', async () => {
    const made = async () => (await identity.sql('select from signing_key')).length;
    const before = await made();
    await identity.sql(`update signing_key set signs_from = signs_from - interval '30 days'`);
    await Promise.all([rotation.rotateWhenDue(), rotation.rotateWhenDue(), rotation.rotateWhenDue()]);
    expect(await made()).toBe(before + 1);
  });

  it('can be replaced at any time, and at once when it may have leaked', async () => {
    const before = await published();
    const planned = await identity.service.post('/internal/signing-keys/rotate', {});
    expect(planned.status).toBe(200);
    expect(Date.parse(planned.body.signsFrom)).toBeGreaterThan(Date.now());
    expect(await published()).toEqual(expect.arrayContaining([...before, planned.body.kid]));

    const token = await identity.login(await identity.createUser());
    const urgent = await identity.service.post('/internal/signing-keys/rotate', { compromised: true });
    expect(await published()).toEqual([urgent.body.kid]);
    expect(kidOf(await identity.login(await identity.createUser()))).toBe(urgent.body.kid);
    expect((await identity.anonymous.get('/oauth/userinfo', { authorization: `Bearer ${token}` })).status).toBe(401);
    expect((await identity.anonymous.post('/internal/signing-keys/rotate', {})).status).toBe(401);
  });
});
