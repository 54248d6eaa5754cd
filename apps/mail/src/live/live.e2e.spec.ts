import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { patient } from '#libs/test/testing';
import { EventReader } from '../../../../test/support/event-reader.js';
import { createDomain, type TestDomain } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { statementsOf } from '../../../../test/support/statements.js';
import { createRedis } from '#libs/core/redis';
import { streamOf } from '../mailbox-changes/mailbox-stream.js';
import { LiveMailboxes, MAX_OF_MAILBOX, MAX_OF_PRINCIPAL } from './live-mailboxes.js';
import { countsAreEqual, eventsPath, listen, mailboxOfUser, store } from './live.fixture.js';
import { MAX_NAMED_MESSAGES } from '../mailbox-changes/mailbox-change.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: TestDomain;

beforeAll(async () => {
  domain = await createDomain(stack.app, tenant.id);
});
const user = () => mailboxOfUser(stack, tenant, domain);

describe('who listens to a mailbox', () => {
  it('is told of each new message, in a stream that nothing holds back', async () => {
    const { client, mailbox } = await user();
    const reader = await listen(client, mailbox);
    expect(reader.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(reader.headers['content-encoding']).toBeUndefined();
    expect(reader.events.map(({ event }) => event)).toEqual(['ready', 'counts']);
    const [message] = await store(stack, mailbox);
    const { data } = await reader.next('message.created');
    expect(data).toEqual({
      id: message!.id,
      folder_id: message!.folderId,
      thread_id: message!.threadId,
      lida: false,
      favorita: false,
      label_ids: [],
    });
    await countsAreEqual(reader, client, mailbox);
    expect(reader.events.at(-1)!.id).toMatch(/^\d+-\d+$/);
    reader.close();
  });

  it('sees what another client changes, in this process and in another, with the counts of REST', async () => {
    const { client, mailbox } = await user();
    const beside = await stack.startBeside({ ROLE: 'api' });
    const elsewhere = Object.assign(Object.create(client) as typeof client, { url: beside.url });
    const readers = [await listen(client, mailbox), await listen(elsewhere, mailbox)];
    const [one, two] = await store(stack, mailbox, [{}, {}]);
    const path = `/mailboxes/${mailbox.id}`;
    const label = (await client.post(`${path}/labels`, { name: 'Invoices' })).body;
    await client.patch(`${path}/messages/${one!.id}`, { lida: true, favorita: true });
    await elsewhere.post(`${path}/messages/${two!.id}/labels`, { label_id: label.id });
    const { folders } = (await client.get(`${path}/folders`)).body;
    const trash = folders.find(({ kind }: { kind: string }) => kind === 'trash').id;
    await elsewhere.patch(`${path}/messages/${one!.id}`, { folder_id: trash });
    for (const reader of readers) {
      await reader.next('labels.changed');
      const moved = (await reader.next('message.updated', { id: one!.id, folder_id: trash })).data;
      expect(moved).toMatchObject({ lida: true, favorita: true });
      await reader.next('message.updated', { id: two!.id });
      await countsAreEqual(reader, client, mailbox);
      expect(reader.of('message.updated').findLast(({ id }) => id === two!.id).label_ids).toEqual([label.id]);
    }
    await client.delete(`${path}/messages/${one!.id}`);
    await client.post(`${path}/folders`, { name: 'Projects' });
    for (const reader of readers) {
      await reader.next('message.deleted', { id: one!.id });
      await reader.next('folders.changed');
      await countsAreEqual(reader, elsewhere, mailbox);
      reader.close();
    }
    await beside.close();
  });

  it('ends with the counts of REST whatever two clients change at the same time', async () => {
    const { client, mailbox } = await user();
    const { client: other } = await tenant.createKey(['email:read']);
    const readers = [await listen(client, mailbox), await listen(other, mailbox)];
    const messages = await store(stack, mailbox, [{}, {}, {}, {}]);
    const path = `/mailboxes/${mailbox.id}`;
    const { folders } = (await client.get(`${path}/folders`)).body as { folders: { id: string; kind: string }[] };
    const targets = folders.filter(({ kind }) => ['inbox', 'archive', 'trash'].includes(kind));
    const { labels } = (await client.get(`${path}/labels`)).body;
    const changes = messages.flatMap(({ id }, n) =>
      targets.flatMap((target) => [
        client.patch(`${path}/messages/${id}`, { folder_id: target.id }),
        client.patch(`${path}/messages/${id}`, { lida: n % 2 === 0 }),
        client.post(`${path}/messages/${id}/labels`, { label_id: labels[n].id }),
      ]),
    );
    for (const { status } of await Promise.all(changes)) expect(status).toBe(200);
    for (const reader of readers) {
      await countsAreEqual(reader, client, mailbox);
      const now = (await client.get(`${path}/messages?todas=1&ocultas=1`)).body.messages;
      expect(now).toHaveLength(messages.length);
      for (const { id, folder_id, lida, label_ids } of now) {
        const last = () => reader.of('message.updated').findLast((one) => one.id === id);
        await expect.poll(last).toMatchObject({ folder_id, lida, label_ids });
      }
      reader.close();
    }
  });

  it('is told of many messages at once by one event', async () => {
    const { client, mailbox } = await user();
    const reader = await listen(client, mailbox);
    await store(stack, mailbox, Array.from({ length: MAX_NAMED_MESSAGES + 1 }));
    await reader.next('mailbox.changed');
    await countsAreEqual(reader, client, mailbox);
    expect(reader.of('message.created')).toEqual([]);
    reader.close();
  });

  it('is told of messages whose threads a new one ties together', async () => {
    const { client, mailbox } = await user();
    const [one, two] = await store(stack, mailbox, [{ messageId: 'x@tied' }, { messageId: 'y@tied' }]);
    const reader = await listen(client, mailbox);
    await store(stack, mailbox, [{ references: ['x@tied', 'y@tied'] }]);
    await reader.next('message.updated', { id: two!.id, thread_id: one!.threadId });
    expect(reader.of('message.created')).toHaveLength(1);
    reader.close();
  });

  it('is not told of what was rolled back, nor of other mailboxes', async () => {
    const [{ client, mailbox }, other] = [await user(), await user()];
    const reader = await listen(client, mailbox);
    await store(stack, other.mailbox);
    const rolledBack = store(stack, mailbox, [{}], () => {
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    const [message] = await store(stack, mailbox);
    await reader.next('message.created');
    expect(reader.of('message.created').map(({ id }) => id)).toEqual([message!.id]);
    reader.close();
  });
});

describe('a stream that was interrupted', () => {
  it('goes on after the last event that came', async () => {
    const { client, mailbox } = await user();
    const before = await listen(client, mailbox);
    await store(stack, mailbox);
    await before.next('message.created');
    before.close();
    const [message, gone] = await store(stack, mailbox, [{}, { folder: 'trash' }]);
    await client.delete(`/mailboxes/${mailbox.id}/messages/${gone!.id}`);
    const reader = await listen(client, mailbox, { 'last-event-id': before.lastId });
    expect(reader.of('message.created').map(({ id }) => id)).toEqual([message!.id]);
    expect(reader.of('message.deleted')).toEqual([{ id: gone!.id }]);
    expect([...reader.of('ready'), ...reader.of('mailbox.changed')]).toEqual([]);
    await countsAreEqual(reader, client, mailbox);
    const next = await listen(client, mailbox, { 'last-event-id': reader.lastId });
    expect(next.events.map(({ event }) => event)).toEqual(['counts']);
    reader.close();
    next.close();
  });

  it.each(['1-1', '9999999999999-0', 'nonsense', '1-1\t2', '5'])(
    'begins anew after an event that is not known: %j',
    async (id) => {
      const { client, mailbox } = await user();
      await store(stack, mailbox);
      const reader = await listen(client, mailbox, { 'last-event-id': id });
      expect(reader.events.map(({ event }) => event)).toEqual(['mailbox.changed', 'counts']);
      reader.close();
    },
  );
});

describe('a mailbox', () => {
  it('is heard by its users and by keys that read, and not found by others', async () => {
    const { mailbox } = await user();
    const answers = async (client: { get(path: string): Promise<{ status: number }> }) =>
      (await client.get(eventsPath(mailbox))).status;
    const reader = await listen(await tenant.key('email:read'), mailbox);
    const rival = await stack.createTenant();
    expect(await answers(await rival.session())).toBe(404);
    expect(await answers(await rival.key('email:read'))).toBe(404);
    expect(await answers(await tenant.session('member'))).toBe(404);
    expect(await answers(await tenant.session('admin'))).toBe(403);
    expect(await answers(await tenant.key('email:send'))).toBe(403);
    expect(await answers(stack.anonymous)).toBe(401);
    expect((await (await tenant.key('email:read')).get(eventsPath({ id: v7() }))).status).toBe(404);
    reader.close();
  });

  it('is heard no longer once the grant is gone', async () => {
    const { userId, client, mailbox } = await mailboxOfUser(stack, tenant, domain, 'reader');
    const owner = await tenant.session('owner');
    const [reader, other] = [await listen(client, mailbox), await listen(await tenant.key('email:read'), mailbox)];
    expect((await owner.delete(`/mailboxes/${mailbox.id}/grants/${userId}`)).status).toBe(204);
    await reader.ended();
    await store(stack, mailbox);
    await other.next('message.created');
    expect(reader.of('message.created')).toEqual([]);
    other.close();
  });

  it('is heard no longer once it is removed', async () => {
    const { client, mailbox } = await user();
    const reader = await listen(client, mailbox);
    expect((await (await tenant.session('owner')).delete(`/mailboxes/${mailbox.id}`)).status).toBe(200);
    await reader.ended();
  });

  it('is heard no longer than its session or key is good for', async () => {
    const { client, mailbox } = await user();
    const key = await tenant.createKey(['email:read']);
    const [bySession, byKey] = [await listen(client, mailbox), await listen(key.client, mailbox)];
    const live = stack.app.get(LiveMailboxes, { strict: false });
    await live.beat();
    expect([bySession.hasEnded, byKey.hasEnded]).toEqual([false, false]);
    await key.revoke();
    await live.beat();
    await byKey.ended();
    const [, payload = ''] = client.fixedHeaders['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid: string };
    await stack.publish('session', sid, null);
    await live.beat();
    await bySession.ended();
  });

  it('is heard by so many at most', async () => {
    const { client, mailbox } = await user();
    const readers: EventReader[] = [];
    for (let n = 0; n < MAX_OF_PRINCIPAL; n += 1) readers.push(await EventReader.open(client, eventsPath(mailbox)));
    const refused = await client.get(eventsPath(mailbox));
    expect([refused.status, refused.body.error]).toEqual([429, 'Throttling']);
    expect(refused.headers).toMatchObject({ 'retry-after': '30', 'content-type': 'application/json; charset=utf-8' });
    while (readers.length < MAX_OF_MAILBOX)
      readers.push(await EventReader.open(await tenant.key('email:read'), eventsPath(mailbox)));
    expect((await (await tenant.key('email:read')).get(eventsPath(mailbox))).status).toBe(429);
    for (const reader of readers) reader.close();
    const isFree = async () => {
      const reader = await EventReader.open(client, eventsPath(mailbox));
      reader.close();
      return reader.status === 200;
    };
    await expect.poll(isFree).toBe(true);
  });

  it('costs a delivery no statement, and no memory of Redis without listeners', async () => {
    const { client, mailbox } = await user();
    const redis = createRedis(stack.redisUrl, {});
    const own = /mail_message m\b[^]*any \(\$3|^\s*select 'folder' as of|set_config|^(start|begin|commit)/i;
    const textsOf = async () =>
      (await statementsOf(() => store(stack, mailbox), /./)).filter((text) => !own.test(text));
    // The folders of a mailbox are looked up once.
    await store(stack, mailbox);
    const without = await textsOf();
    expect(await redis.exists(streamOf(mailbox.id))).toBe(0);
    const reader = await listen(client, mailbox);
    expect(await textsOf()).toEqual(without);
    await reader.next('message.created');
    expect(await redis.pttl(streamOf(mailbox.id))).toBeGreaterThan(0);
    reader.close();
    redis.disconnect();
  });

  it('answers HEAD with its headers alone', async () => {
    const { client, mailbox } = await user();
    const { status, headers } = await client.send('HEAD', eventsPath(mailbox));
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });
});

describe('a process that stops', () => {
  it('ends the streams, and goes on elsewhere', async () => {
    const { client, mailbox } = await user();
    const beside = await stack.startBeside({ ROLE: 'api' });
    const reader = await listen(Object.assign(Object.create(client) as typeof client, { url: beside.url }), mailbox);
    const before = Date.now();
    await beside.close();
    await reader.ended();
    expect(Date.now() - before).toBeLessThan(patient(5_000));
    const [message] = await store(stack, mailbox);
    const next = await listen(client, mailbox, { 'last-event-id': reader.lastId });
    expect(next.of('message.created').map(({ id }) => id)).toEqual([message!.id]);
    next.close();
  });
});
