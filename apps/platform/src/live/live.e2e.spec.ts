import { beforeAll, describe, expect, it } from 'vitest';
import { createRedis } from '#libs/core/redis';
import { HttpSink } from '#libs/test/testing';
import { EventReader } from '../../../../test/support/event-reader.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { requestStatements } from '../../../../test/support/statements.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';
import { TestWebhook } from '../../../../test/support/webhooks.js';
import { createAccount, draft, inStatus, step } from '../campaigns/campaigns.fixture.js';
import { MAX_NAMED } from '../tenant-changes/tenant-change.js';
import { streamOf } from '../tenant-changes/tenant-stream.js';
import { LiveTenants, MAX_OF_USER } from './live-tenants.js';

const PATH = '/api/events';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));
const tenant = usePrepared(() => stack.createTenant());
let member: HttpClient;

beforeAll(async () => {
  member = await tenant.session('member');
});

/** Listens; returns when the stream has begun. */
async function listen(client: HttpClient, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await EventReader.open(client, PATH, headers);
  expect(reader.status).toBe(200);
  if (!headers['last-event-id']) await reader.next('ready');
  return reader;
}

async function send(client: HttpClient, owner = tenant): Promise<string> {
  const { status, body } = await client.post('/api/messages/send', { Channel: 'email', ...owner.email() });
  expect(status).toBe(202);
  return body.Messages[0].Id;
}

/** Waits until an event of this kind has named an id. */
async function named(reader: EventReader, event: string, id: string): Promise<void> {
  await expect.poll(() => reader.of(event).flatMap(({ Ids }) => Ids)).toContain(id);
}

describe('who listens to an account', () => {
  it('is told of each message, and of what becomes of it, in a stream that nothing holds back', async () => {
    const reader = await listen(member);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    const id = await send(member);
    await named(reader, 'messages.created', id);
    await named(reader, 'messages.updated', id);
    expect((await member.get(`/api/messages/${id}`)).body.Message.Status).toBe('sent');
    expect(reader.lastId).toMatch(/^\d+-\d+$/);
    reader.close();
  });

  it('is told of campaigns: their steps, and what becomes of their messages', async () => {
    const account = await createAccount(stack, 2);
    const reader = await listen(account.session);
    const id = await draft(account);
    await named(reader, 'campaigns.changed', id);
    const before = reader.events.length;
    await step(account, id, 'start');
    await inStatus(account, id, 'completed');
    await expect.poll(() => reader.events.slice(before).map(({ event }) => event)).toContain('messages.updated');
    await expect
      .poll(() =>
        reader.events.slice(before).filter(({ event, data }) => event === 'campaigns.changed' && data.Ids[0] === id),
      )
      .not.toEqual([]);
    reader.close();
  });

  it('is told of deliveries to webhooks, when they are enqueued and when they have an outcome', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/live`);
    const reader = await listen(webhook.session);
    const { delivery } = await webhook.recordEmailSent();
    await webhook.waitForEnd(delivery);
    await named(reader, 'webhook_deliveries.changed', delivery);
    const again = (await webhook.session.post(`${webhook.path}/deliveries/${delivery}/resend`)).body.DeliveryId;
    await named(reader, 'webhook_deliveries.changed', again);
    expect(again).not.toBe(delivery);
    reader.close();
  });

  it('is told how many they are when there are too many to name', async () => {
    const owner = await stack.createTenant();
    const [session, key] = await Promise.all([owner.session(), owner.key()]);
    const reader = await listen(session);
    const { status } = await key.post('/v1/emails/batch', {
      Messages: Array.from({ length: MAX_NAMED + 5 }, () => owner.email()),
    });
    expect(status).toBe(202);
    const { data } = await reader.next('messages.created');
    expect(data).toEqual({ Ids: [], Count: MAX_NAMED + 5 });
    reader.close();
  });

  it('is told by another process, and not of other accounts', async () => {
    const rival = await stack.createTenant();
    const rivalSession = await rival.session();
    const beside = await stack.startBeside({ ROLE: 'api' });
    const elsewhere = Object.assign(Object.create(member) as HttpClient, { url: beside.url });
    const reader = await listen(elsewhere);
    const strange = await send(rivalSession, rival);
    const id = await send(member);
    await named(reader, 'messages.created', id);
    expect(JSON.stringify(reader.events)).not.toContain(strange);
    await beside.close();
    await reader.ended();
  });
});

describe('a stream that was interrupted', () => {
  it('goes on after the last event that came', async () => {
    const owner = await stack.createTenant();
    const session = await owner.session();
    const before = await listen(session);
    const first = await send(session, owner);
    await named(before, 'messages.updated', first);
    before.close();
    const second = await send(session, owner);
    const reader = await listen(session, { 'last-event-id': before.lastId });
    await named(reader, 'messages.created', second);
    expect(JSON.stringify(reader.of('messages.created'))).not.toContain(first);
    expect([...reader.of('ready'), ...reader.of('tenant.changed')]).toEqual([]);
    reader.close();
  });

  it.each(['1-1', 'nonsense', '9999999999999-0'])('begins anew after an event that is not known: %j', async (id) => {
    const reader = await listen(member, { 'last-event-id': id });
    expect((await reader.next('tenant.changed')).data).toEqual({});
    reader.close();
  });
});

describe('an account', () => {
  it('is heard by sessions of its members alone', async () => {
    const status = async (client: { get(path: string): Promise<{ status: number }> }) =>
      (await client.get(PATH)).status;
    expect(await status(stack.anonymous)).toBe(401);
    expect(await status(await tenant.key())).toBe(401);
    const { status: head, headers } = await member.send('HEAD', PATH);
    expect([head, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('is heard no longer than its session is good for', async () => {
    const client = await tenant.session('member');
    const reader = await listen(client);
    const live = stack.app.get(LiveTenants, { strict: false });
    await live.beat();
    expect(reader.hasEnded).toBe(false);
    const [, payload = ''] = client.fixedHeaders['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
    await stack.publish('session', sid, null);
    await live.beat();
    await reader.ended();
  });

  it('is heard by so many at most', async () => {
    const client = await tenant.session('member');
    const readers: EventReader[] = [];
    for (let n = 0; n < MAX_OF_USER; n += 1) readers.push(await EventReader.open(client, PATH));
    const refused = await client.get(PATH);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    for (const reader of readers) reader.close();
    const isFree = async () => {
      const reader = await EventReader.open(client, PATH);
      reader.close();
      return reader.status === 200;
    };
    await expect.poll(isFree).toBe(true);
  });

  it('costs a send no statement, and no memory of Redis without listeners', async () => {
    const owner = await stack.createTenant();
    const session = await owner.session();
    const redis = createRedis(stack.redisUrl, {});
    const textsOf = () => requestStatements('/api/messages/send', () => send(session, owner), /./);
    await send(session, owner);
    const without = await textsOf();
    expect(await redis.exists(streamOf(owner.id))).toBe(0);
    const reader = await listen(session);
    expect(await textsOf()).toEqual(without);
    await reader.next('messages.created');
    expect(await redis.pttl(streamOf(owner.id))).toBeGreaterThan(0);
    reader.close();
    redis.disconnect();
  });
});
