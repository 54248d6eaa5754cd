import { beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../support/http-client.js';
import { platformStack } from '../support/platform-stack.js';
import { usePrepared, useStack } from '../support/use-stack.js';

const stack = useStack(() =>
  platformStack({
    environment: {
      NODE_ENV: 'production',
      ALLOWED_ORIGINS: 'https://app.example.com',
      PUSH_SUBJECT: 'mailto:ops@example.com',
    },
  }),
);
const acme = usePrepared(() => stack.createTenant());
let live: HttpClient;
let test: HttpClient;

beforeAll(async () => {
  live = (await acme.createKey([], 'live')).client;
  test = (await acme.createKey([], 'test')).client;
});
/** Scheduled, so that nothing is delivered. */
const SendAt = new Date(Date.now() + 3_600_000).toISOString();
const send = (client: HttpClient, key: string, text = 'Hello.') =>
  client.post('/v1/emails/send', acme.email({ text, SendAt }), { 'idempotency-key': key });

describe('a test key in production', () => {
  it('sees test messages alone; a live key and a session see all', async () => {
    const [ofLive, ofTest] = [await send(live, 'seen-live'), await send(test, 'seen-test')];
    const [liveId, testId] = [ofLive.body.MessageId, ofTest.body.MessageId];
    const listed = async (client: HttpClient, path: string): Promise<string[]> =>
      (await client.get(path)).body.Messages.map(
        ({ Id, Environment }: Record<string, string>) => `${Environment} ${Id}`,
      );
    expect(await listed(test, '/v1/emails')).toEqual([`test ${testId}`]);
    expect(await listed(live, '/v1/emails')).toEqual([`test ${testId}`, `live ${liveId}`]);
    expect(await listed(await acme.session(), '/api/messages')).toEqual([`test ${testId}`, `live ${liveId}`]);
  });

  it('neither reads nor cancels a live message', async () => {
    const { body } = await send(live, 'live-only');
    expect((await test.get(`/v1/emails/${body.MessageId}`)).status).toBe(404);
    expect((await test.post(`/v1/emails/${body.MessageId}/cancel`, {})).status).toBe(404);
    const detail = (await live.get(`/v1/emails/${body.MessageId}`)).body;
    expect(detail.Message).toMatchObject({ Status: 'queued', Environment: 'live' });
    expect(detail.Events.map(({ Environment }: { Environment: string }) => Environment)).toEqual(['live']);
  });

  it('has idempotency keys of its own: it replays no answer of a live key, and takes none away', async () => {
    const first = await send(test, 'order-17', 'A test.');
    const second = await send(live, 'order-17', 'The order.');
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.ReusedIdempotency).toBe(false);
    expect(second.body.MessageId).not.toBe(first.body.MessageId);
    expect((await send(test, 'order-17', 'A test.')).body).toMatchObject({
      ReusedIdempotency: true,
      MessageId: first.body.MessageId,
    });
  });

  it('has them in a batch, too', async () => {
    const batch = (client: HttpClient, text: string) =>
      client.post('/v1/emails/batch', {
        Messages: [{ ...acme.email({ text, SendAt }), IdempotencyKey: 'item-1' }],
      });
    const [first] = (await batch(test, 'A test.')).body.Results;
    const [second] = (await batch(live, 'The item.')).body.Results;
    expect(second.MessageId).toMatch(/^msg_/);
    expect(second.MessageId).not.toBe(first.MessageId);
    expect((await batch(test, 'A test.')).body.Results[0].MessageId).toBe(first.MessageId);
  });
});
