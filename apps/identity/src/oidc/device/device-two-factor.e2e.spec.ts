import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { codeOf, passSteps, restartClock, stopClock, wrongCodeOf } from '../../../../../test/support/authenticator.js';
import { FormBrowser } from '../../../../../test/support/form-browser.js';
import { identityStack, PASSWORD } from '../../../../../test/support/identity-stack.js';
import { enterPassword } from '../../../../../test/support/openid.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack());

beforeEach(stopClock);
afterEach(restartClock);

/** An answer to a program that has to wait, or that asks too often while it does. */
const WAITING = /^(?:authorization_pending|slow_down)$/;

const post = (path: string, fields: Record<string, string>) =>
  identity.anonymous.send('POST', path, new URLSearchParams({ client_id: 'cli', ...fields }).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });

const poll = async (device_code: string) =>
  (await post('/oauth/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code })).body;

it('a program gets its tokens once the user has given the second factor, and not before', async () => {
  const user = await identity.createUser();
  const ask = (what: string, body: object) =>
    identity.service.post(`/internal/users/${user.id}/two-factor/${what}`, body);
  const { secret } = (await ask('setup', { password: PASSWORD })).body;
  expect((await ask('confirm', { code: codeOf(secret) })).status).toBe(200);
  passSteps();

  const { device_code, verification_uri_complete } = (await post('/oauth/device', { scope: 'openid service' })).body;
  const browser = new FormBrowser(identity.url);
  const approval = await browser.submit(await browser.get(verification_uri_complete), '/device');
  const codePage = await enterPassword(browser, await browser.submit(approval, '/device'), user);
  expect((await poll(device_code)).error).toMatch(WAITING);

  const again = await browser.submit(codePage, '/code', { code: wrongCodeOf(secret) });
  expect(again.html).not.toContain('<h1>Approved</h1>');
  passSteps();
  expect((await poll(device_code)).error).toMatch(WAITING);

  const done = await browser.submit(again, '/code', { code: codeOf(secret) });
  expect(done.html).toContain('<h1>Approved</h1>');
  const { access_token, id_token } = await poll(device_code);
  expect(decodeJwt(access_token)['sub']).toBe(user.id);
  expect(decodeJwt(id_token)['amr']).toEqual(['pwd', 'otp', 'mfa']);
});
