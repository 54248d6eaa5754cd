import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTBOX_ENTITIES } from '#libs/core/jobs';
import { createDataSource, newId } from '#libs/core/persistence';
import { KeyRing } from '#libs/core/secrets';
import { schemaDifferences, waitUntil } from '#libs/test/testing';
import { EventApps, SERVICE_SECRET } from '../test-support/event-apps.js';
import { APP_EVENT_ENTITIES } from './entities.js';

let apps: EventApps;

beforeAll(async () => {
  apps = await EventApps.prepare();
});
afterAll(() => apps?.close());
// An event that waits would go to the receiver of the next test.
afterEach(() => apps.forgetEvents());

type Receiver = Awaited<ReturnType<EventApps['receiver']>>;

const post = (receiver: Receiver, body: object, secret = SERVICE_SECRET, path = '/internal/events') =>
  fetch(`${receiver.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const eventOf = (tenantId: string) => ({
  id: v7(),
  type: 'test.counted',
  tenantId,
  from: 'sender',
  occurredAt: new Date().toISOString(),
  payload: { by: 7 },
});

const outbox = (tenantId: string) =>
  apps.sql<{ dead: boolean; attempts: number; error: string | null }>(
    `select dead_at is not null as dead, attempts, last_error as error from outbox where tenant_id = $1`,
    [tenantId],
  );

const retryNow = (tenantId: string) =>
  apps.sql(`update outbox set available_at = now() - interval '1 second' where tenant_id = $1`, [tenantId]);

describe('an event', () => {
  it('is applied once, and its job is completed', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    for (const by of [1, 2, 3]) await sender.send(tenantId, 'test.counted', by);
    await waitUntil(async () => (await outbox(tenantId)).length === 0);
    expect(await apps.counted(tenantId)).toEqual([1, 2, 3]);
    await sender.close();
    await receiver.close();
  });

  it('tells its sender that it was applied, and not before', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    receiver.counter.failures = 1;
    await sender.send(tenantId, 'test.counted', 4, false, true);
    await waitUntil(async () => (await outbox(tenantId))[0]?.error === 'receiver answered 500');
    expect(await apps.counted(tenantId)).toEqual([]);
    await waitUntil(async () => (await outbox(tenantId)).length === 0, { timeoutMs: 15_000 });
    expect(await apps.counted(tenantId)).toEqual([-4, 4]);
    await sender.close();
    await receiver.close();
  });

  it('that was applied stays with its sender while a backup opens its snapshots', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    const letEnd = await apps.pauseCompletions();
    await sender.send(tenantId, 'test.counted', 5);
    await waitUntil(async () => (await apps.counted(tenantId)).length === 1);
    const waits = `select from pg_locks where locktype = 'advisory' and not granted`;
    await waitUntil(async () => (await apps.sql(waits)).length > 0);
    expect(await outbox(tenantId)).toHaveLength(1);
    await letEnd();
    await waitUntil(async () => (await outbox(tenantId)).length === 0);
    expect(await apps.counted(tenantId)).toEqual([5]);
    await sender.close();
    await receiver.close();
  });

  it('of a transaction that fails is not sent', async () => {
    const sender = await apps.sender('http://127.0.0.1:9', 'api');
    const tenantId = newId('acc');
    await expect(sender.send(tenantId, 'test.counted', 1, true)).rejects.toThrow('The transaction fails');
    expect(await outbox(tenantId)).toEqual([]);
    await sender.close();
  });

  it('waits for a receiver that is down, and for the next start of its sender', async () => {
    const first = await apps.receiver();
    await first.close();
    const sender = await apps.sender(first.url);
    const tenantId = newId('acc');
    await sender.send(tenantId, 'test.counted', 5);
    await waitUntil(async () => (await outbox(tenantId))[0]?.error === 'receiver does not answer');
    await sender.close();
    const again = await apps.receiver(first.port);
    const successor = await apps.sender(again.url);
    await retryNow(tenantId);
    await waitUntil(async () => (await outbox(tenantId)).length === 0, { timeoutMs: 15_000 });
    expect(await apps.counted(tenantId)).toEqual([5]);
    await successor.close();
    await again.close();
  });

  it('whose handler fails is rolled back and delivered again', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    receiver.counter.failures = 1;
    await sender.send(tenantId, 'test.counted', 3);
    await waitUntil(async () => (await outbox(tenantId)).length === 0, { timeoutMs: 15_000 });
    expect(await apps.counted(tenantId)).toEqual([3]);
    await sender.close();
    await receiver.close();
  });

  it('of a type without a handler is a dead letter', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    await sender.send(tenantId, 'test.unheard', 1);
    await waitUntil(async () => (await outbox(tenantId))[0]?.dead === true);
    expect((await outbox(tenantId))[0]?.error).toBe('receiver does not know test.unheard');
    await sender.close();
    await receiver.close();
  });

  it('with an invalid payload is a dead letter at once, whose reason names the field and not its value', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    await sender.send(tenantId, 'test.counted', 'ana@example.test' as unknown as number);
    await waitUntil(async () => (await outbox(tenantId)).length === 1 && (await outbox(tenantId))[0]?.dead === true);
    const reason = 'receiver finds test.counted invalid: payload.by must be integer';
    expect(await outbox(tenantId)).toMatchObject([{ dead: true, error: reason }]);
    expect(receiver.counter.written).toBe(0);
    await sender.close();
    await receiver.close();
  });

  it('with an invalid payload is not enqueued by a sender that checks', async () => {
    const sender = await apps.sender('http://127.0.0.1:9', 'api', { checksPayloads: true });
    const tenantId = newId('acc');
    const wrong = sender.send(tenantId, 'test.counted', 'x' as unknown as number);
    await expect(wrong).rejects.toThrow('The event test.counted is invalid: payload.by must be integer');
    expect(await outbox(tenantId)).toEqual([]);
    await sender.send(tenantId, 'test.counted', 1);
    expect(await outbox(tenantId)).toHaveLength(1);
    await sender.close();
  });

  it('that is not delivered for seven days is a dead letter', async () => {
    const sender = await apps.sender('http://127.0.0.1:9');
    const tenantId = newId('acc');
    await sender.send(tenantId, 'test.counted', 1);
    await waitUntil(async () => ((await outbox(tenantId))[0]?.attempts ?? 0) > 0);
    expect((await outbox(tenantId))[0]?.dead).toBe(false);
    await apps.sql(`update outbox set created_at = now() - interval '8 days' where tenant_id = $1`, [tenantId]);
    await retryNow(tenantId);
    await waitUntil(async () => (await outbox(tenantId))[0]?.dead === true, { timeoutMs: 15_000 });
    await sender.close();
  });
});

describe('events of a type that is sent in batches', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => ({ by: index + 1 }));

  it('are few calls, and each is applied once', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    await sender.sendBatched(tenantId, numbers(120));
    await waitUntil(async () => (await outbox(tenantId)).length === 0, { timeoutMs: 15_000 });
    expect(await apps.counted(tenantId)).toEqual(numbers(120).map(({ by }) => by));
    expect(receiver.batches.sizes.length).toBeLessThanOrEqual(10);
    await sender.close();
    await receiver.close();
  });

  it('are applied when one of them cannot be', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    await sender.sendBatched(tenantId, [...numbers(5), { by: 6, fails: true }]);
    // The sender learns what was applied after it was.
    await waitUntil(async () => (await outbox(tenantId)).length === 1, { timeoutMs: 15_000 });
    expect(await apps.counted(tenantId)).toEqual([1, 2, 3, 4, 5]);
    expect(await outbox(tenantId)).toMatchObject([{ dead: false }]);
    await sender.close();
    await receiver.close();
  });

  it('are applied when one of them is invalid, which is a dead letter at once', async () => {
    const receiver = await apps.receiver();
    const sender = await apps.sender(receiver.url);
    const tenantId = newId('acc');
    await sender.sendBatched(tenantId, [...numbers(5), { by: 6, fails: 'x' as unknown as boolean }]);
    await waitUntil(async () => (await outbox(tenantId)).length === 1 && (await outbox(tenantId))[0]?.dead === true);
    expect(await apps.counted(tenantId)).toEqual([1, 2, 3, 4, 5]);
    const reason = 'receiver finds test.batched invalid: payload.fails must be boolean';
    expect(await outbox(tenantId)).toMatchObject([{ error: reason, attempts: 1 }]);
    expect(receiver.batches.sizes.reduce((all, size) => all + size)).toBe(5);
    await sender.close();
    await receiver.close();
  });

  it('are applied once when a batch arrives twice, in part', async () => {
    const receiver = await apps.receiver();
    const tenantId = newId('acc');
    const [first, second] = [v7(), v7()];
    const send = async (ids: string[]) => {
      const events = ids.map((id) => ({ id, occurredAt: new Date().toISOString(), payload: { by: 1 } }));
      const body = { type: 'test.batched', tenantId, from: 'sender', events };
      const answer = await post(receiver, body, SERVICE_SECRET, '/internal/events/batch');
      return ((await answer.json()) as { receipts: string[] }).receipts;
    };
    expect(await send([first])).toEqual(['applied']);
    expect(await send([second, first])).toEqual(['applied', 'duplicate']);
    expect(await apps.counted(tenantId)).toEqual([1, 1]);
    expect((await post(receiver, { events: [] }, SERVICE_SECRET, '/internal/events/batch')).status).toBe(400);
    await receiver.close();
  });
});

describe('the payload of an event', () => {
  it('is sealed while it waits', async () => {
    const sender = await apps.sender('http://127.0.0.1:9', 'api');
    const tenantId = newId('acc');
    await sender.send(tenantId, 'test.counted', 918273);
    const [row] = await apps.sql<{ payload: object }>('select payload from outbox where tenant_id = $1', [tenantId]);
    expect(row?.payload).toMatchObject({ to: 'receiver', type: 'test.counted', sealed: expect.any(String) });
    expect(JSON.stringify(row)).not.toContain('918273');
    await sender.close();
  });

  it('is delivered when an older version enqueued it in plain', async () => {
    const receiver = await apps.receiver();
    const tenantId = newId('acc');
    const event = { id: v7(), to: 'receiver', type: 'test.counted', occurredAt: new Date(), payload: { by: 4 } };
    await apps.sql(`insert into outbox (id, tenant_id, kind, payload) values (1, $1, 'app-event.deliver', $2)`, [
      tenantId,
      JSON.stringify(event),
    ]);
    const sender = await apps.sender(receiver.url);
    await waitUntil(async () => (await outbox(tenantId)).length === 0, { timeoutMs: 15_000 });
    expect(await apps.counted(tenantId)).toEqual([4]);
    await sender.close();
    await receiver.close();
  });

  it('waits for the key that sealed it', async () => {
    const receiver = await apps.receiver();
    const stranger = await apps.sender(receiver.url, 'api', { encryptionKeys: KeyRing.generate('other') });
    const tenantId = newId('acc');
    await stranger.send(tenantId, 'test.counted', 6);
    await stranger.close();
    const sender = await apps.sender(receiver.url);
    await waitUntil(async () => ((await outbox(tenantId))[0]?.error ?? '').includes('its key is missing'));
    expect(await outbox(tenantId)).toMatchObject([{ dead: false }]);
    expect(await apps.counted(tenantId)).toEqual([]);
    await sender.close();
    await receiver.close();
  });
});

describe('the endpoint', () => {
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await apps.receiver();
  });
  afterAll(() => receiver?.close());

  it('has an entity for its table', async () => {
    const { url } = apps.servers;
    const entities = [...OUTBOX_ENTITIES, ...APP_EVENT_ENTITIES];
    const source = await createDataSource({ url, entities, applicationName: 'spec' }).initialize();
    expect(await schemaDifferences(source)).toEqual(['counted: has no entity']);
    await source.destroy();
  });

  it('applies an event once that arrives many times at a time', async () => {
    const tenantId = newId('acc');
    const event = eventOf(tenantId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(receiver, event)));
    const receipts = await Promise.all(answers.map(async (answer) => (await answer.json()) as { receipt: string }));
    expect(receipts.filter(({ receipt }) => receipt === 'applied')).toHaveLength(1);
    expect(receipts.filter(({ receipt }) => receipt === 'duplicate')).toHaveLength(9);
    expect(await apps.counted(tenantId)).toEqual([7]);
  });

  it('answers an invalid payload with its fault, as unknown, which senders of every version take for a dead letter', async () => {
    const tenantId = newId('acc');
    const answer = await post(receiver, { ...eventOf(tenantId), payload: {} });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ receipt: 'unknown', fault: 'payload.by is missing' });
    expect(await apps.counted(tenantId)).toEqual([]);
  });

  it('applies an event of a newer app, with fields that this one does not know', async () => {
    const tenantId = newId('acc');
    const answer = await post(receiver, { ...eventOf(tenantId), payload: { by: 7, addedLater: { to: [1] } } });
    expect(await answer.json()).toMatchObject({ receipt: 'applied' });
    expect(await apps.counted(tenantId)).toEqual([7]);
  });

  it.each(['', 'another-secret'])('rejects the credential %j', async (secret) => {
    const tenantId = newId('acc');
    expect((await post(receiver, eventOf(tenantId), secret)).status).toBe(401);
    expect(await apps.counted(tenantId)).toEqual([]);
  });

  it.each([
    ['an id that is none', { id: 'x' }],
    ['a tenant that is none', { tenantId: 'acc_1,acc_2' }],
    ['a payload that is no object', { payload: 'x' }],
  ])('rejects %s', async (_case, changes) => {
    const { status } = await post(receiver, { ...eventOf(newId('acc')), ...changes });
    expect([400, 422]).toContain(status);
  });
});
