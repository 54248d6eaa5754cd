import { afterEach, expect, it } from 'vitest';
import { passSteps, restartClock, stopClock } from '../../../../../test/support/authenticator.js';
import { FormBrowser } from '../../../../../test/support/form-browser.js';
import { identityStack } from '../../../../../test/support/identity-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const identity = useStack(() => identityStack());

afterEach(restartClock);

it('a code that nobody entered in time is expired, for its program and for the user', async () => {
  const post = (path: string, fields: Record<string, string>) =>
    identity.anonymous.send('POST', path, new URLSearchParams({ client_id: 'cli', ...fields }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const { device_code, verification_uri_complete } = (await post('/oauth/device', { scope: 'openid service' })).body;
  stopClock();
  passSteps(21);
  const browser = new FormBrowser(identity.url);
  const page = await browser.submit(await browser.get(verification_uri_complete), '/device');
  expect([page.status, page.html.includes('This code has expired')]).toEqual([422, true]);
  const { status, body } = await post('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code,
  });
  expect([status, body.error]).toEqual([400, 'expired_token']);
});
