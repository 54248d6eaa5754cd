import { decodeProtectedHeader } from 'jose';
import { refreshTokenGrant } from 'openid-client';
import { expect, it } from 'vitest';
import { gatewayStack } from '../support/gateway-stack.js';
import { dashboardTokens } from '../support/openid.js';
import { useStack } from '../support/use-stack.js';

/** Longer than Platform goes without asking for a key that it does not know. */
const LEAD_SECONDS = 6;
const WORKERS = 4;

const stack = useStack(() =>
  gatewayStack({
    identity: { SIGNING_KEY_LEAD_SECONDS: String(LEAD_SECONDS), OAUTH_CALLS_PER_MINUTE: '1000000' },
    environment: { AUTH_CALLS_PER_MINUTE: '1000000' },
  }),
);

it('of the signing keys makes no login, refresh or request fail', async () => {
  const { identity } = stack;
  const owner = await identity.createOwner();
  // Another user: so many logins reach the limit of sessions, which ends the oldest one.
  const newcomer = await identity.createOwner();
  const { app, tokens } = await dashboardTokens(identity, owner);
  const failures: string[] = [];
  const kids = new Map<string, number>();
  const load = new AbortController();

  const check = async (token: string, what: string) => {
    const kid = decodeProtectedHeader(token).kid!;
    kids.set(kid, (kids.get(kid) ?? 0) + 1);
    const { status, text } = await stack.anonymous.get('/api/auth/me', { authorization: `Bearer ${token}` });
    if (status !== 200) failures.push(`${what}: ${status} ${text}`);
  };
  const logIn = async () => {
    while (!load.signal.aborted) await check(await identity.login(newcomer), 'a new session');
  };
  const goOn = async () => {
    const early = await identity.login(owner);
    while (!load.signal.aborted) await check(early, 'an early session');
  };
  const turn = async () => {
    let refreshToken = tokens.refresh_token!;
    while (!load.signal.aborted) {
      const fresh = await refreshTokenGrant(app, refreshToken);
      refreshToken = fresh.refresh_token!;
      await check(fresh.access_token, 'a refreshed token');
    }
  };

  const working = [logIn(), turn(), ...Array.from({ length: WORKERS }, goOn)];
  const { body } = await identity.service.post('/internal/signing-keys/rotate', {});
  const signsFrom = Date.parse(body.signsFrom);
  await expect.poll(() => kids.get(body.kid) ?? 0, { interval: 100 }).toBeGreaterThan(5);
  load.abort();
  await Promise.all(working);

  expect(failures).toEqual([]);
  expect(kids.size).toBe(2);
  expect(Date.now()).toBeGreaterThan(signsFrom);
});
