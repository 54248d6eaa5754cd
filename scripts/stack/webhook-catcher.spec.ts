import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#libs/test/embedded';
import { startWebhookCatcher, type WebhookCatcher } from './webhook-catcher.js';

let catcher: WebhookCatcher;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  catcher = await startWebhookCatcher(port);
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => catcher.stop());

it('answers any POST, lists the requests, and deletes them', async () => {
  const posted = await fetch(`${url}/hook?a=1`, {
    method: 'POST',
    body: '{"n":1}',
    headers: { 'webhook-id': 'evt_1' },
  });
  expect(posted.status).toBe(200);
  const listed = (await (await fetch(`${url}/requests`)).json()) as unknown[];
  expect(listed).toEqual([
    expect.objectContaining({
      method: 'POST',
      path: '/hook?a=1',
      body: '{"n":1}',
      headers: expect.objectContaining({ 'webhook-id': 'evt_1' }),
    }),
  ]);
  await fetch(`${url}/requests`, { method: 'DELETE' });
  expect(await (await fetch(`${url}/requests`)).json()).toEqual([]);
});

it('has no other route', async () => {
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404);
});
