import { describe, expect, it } from 'vitest';
import { waitUntil } from '#libs/test/testing';
import { messageWithStatus } from '../../../../../test/support/message-status.js';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());
const member = usePrepared(() => acme.session('member'));

const register = (Token: string, Platform = 'android') => client.post('/v1/push/devices', { Token, Platform });
const Notification = { Title: 'Your parcel is here', Body: 'At the reception.' };
const send = (changes: object, headers: Record<string, string> = {}) =>
  client.post('/v1/push/send', { Notification, ...changes }, headers);

const withStatus = (id: string, status: string) => messageWithStatus(member, `/api/messages/${id}`, status);

describe('a push message', () => {
  it('to devices is a message for each of them, and is sent', async () => {
    await Promise.all([register('phone-1'), register('phone-2')]);
    const { status, body } = await send({ DeviceTokens: ['phone-1', 'phone-2'] });
    expect([status, body.MessageIds.length]).toEqual([202, 2]);
    const detail = await withStatus(body.MessageId, 'sent');
    expect(detail.Message).toMatchObject({
      Channel: 'push',
      Subject: Notification.Title,
      Body: { Text: Notification.Body },
    });
  });

  it('to a topic has the topic for its recipient', async () => {
    const { body } = await send({ Topic: 'news' });
    expect((await withStatus(body.MessageId, 'sent')).Message.To).toBe('topic:news');
  });

  it('is rejected when it exceeds what push services accept, in bytes', async () => {
    const body = 'é'.repeat(1_800);
    expect((await send({ Topic: 'news', Notification: { Title: 'T', Body: body } })).status).toBe(202);
    const tooMuch = await send({
      Topic: 'news',
      Notification: { Title: 'T', Body: body },
      Data: { a: 'x'.repeat(400) },
    });
    expect([tooMuch.status, tooMuch.body.Error.Details[0].Field]).toEqual([422, 'Notification']);
    expect(tooMuch.body.Error.Message).toMatch(/^Notification comes to \d{4} bytes/);
  });

  it('never shows the token of its device', async () => {
    await register('phone-with-a-secret-token');
    const { body } = await send({ DeviceTokens: ['phone-with-a-secret-token'] });
    expect(JSON.stringify(await withStatus(body.MessageId, 'sent'))).not.toContain('secret-token');
  });

  it('to a device that is gone fails, and deactivates the device', async () => {
    const { body: registered } = await register('sandbox-gone-1');
    const toIt = { DeviceTokens: ['sandbox-gone-1'], IdempotencyKey: 'to-a-device-that-goes' };
    const { body } = await send(toIt);
    await withStatus(body.MessageId, 'failed');
    const devices = (await client.get('/v1/push/devices')).body.Devices;
    const device = devices.find(({ Id }: { Id: string }) => Id === registered.Device.Id);
    expect(device.Active).toBe(false);
    expect((await send({ DeviceTokens: ['sandbox-gone-1'] })).body.Error.Code).toBe('InvalidRecipient');
    expect((await send(toIt)).body).toMatchObject({ MessageId: body.MessageId, ReusedIdempotency: true });
  });

  it('is tried again when the push service puts it off', async () => {
    await register('sandbox-deferred-1');
    const { body } = await send({ DeviceTokens: ['sandbox-deferred-1'] });
    await waitUntil(async () => (await member.get(`/api/messages/${body.MessageId}`)).body.Events.length === 2);
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    const { Events } = await withStatus(body.MessageId, 'sent');
    expect(Events.map(({ Type }: { Type: string }) => Type)).toEqual(['queued', 'deferred', 'sent']);
  });

  it('is sent once for the same key and body', async () => {
    const first = await send({ Topic: 'news' }, { 'idempotency-key': 'push-1' });
    const again = await send({ Topic: 'news' }, { 'idempotency-key': 'push-1' });
    expect(again.body).toMatchObject({ MessageId: first.body.MessageId, ReusedIdempotency: true });
  });

  it('counts each recipient in the usage', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.key();
    await own.post('/v1/push/send', { Notification, Topic: 'news' });
    expect((await own.get('/v1/account/usage')).body.Usage).toMatchObject({ PushSent: 1, ApiCalls: 1 });
  });

  it("does not reach another tenant's device", async () => {
    const rival = await (await stack.createTenant()).key();
    await register('phone-of-acme');
    const { status, body } = await rival.post('/v1/push/send', { Notification, DeviceTokens: ['phone-of-acme'] });
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'DeviceTokens[0]']);
  });

  it.each([
    ['no recipient', {}, 400, 'DeviceTokens'],
    ['a token that is not registered', { DeviceTokens: ['nobody'] }, 422, 'DeviceTokens[0]'],
    ['501 devices', { DeviceTokens: Array.from({ length: 501 }, () => 'x') }, 400, 'DeviceTokens'],
    ['a notification without a body', { Topic: 'news', Notification: { Title: 'x' } }, 400, 'Notification.Body'],
    ['a key of Android', { Topic: 'news', Data: { from: 'x' } }, 422, 'Data.from'],
    ['too much data', { Topic: 'news', Data: { x: 'y'.repeat(4_000) } }, 400, 'Data'],
  ])('is refused for %s, naming it', async (_case, changes, status, field) => {
    const answer = await send(changes);
    expect([answer.status, answer.body.Error.Details[0].Field]).toEqual([status, field]);
  });
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a scheduled push message', () => {
  it('waits for its time and can be cancelled until then', async () => {
    const SendAt = inAnHour();
    const { status, body } = await send({ Topic: 'later', SendAt });
    expect([status, body.Status]).toEqual([202, 'queued']);
    const { Message } = (await member.get(`/api/messages/${body.MessageId}`)).body;
    expect(Message).toMatchObject({ Status: 'queued', ScheduledAt: SendAt });
    expect((await (await acme.key('emails:send')).post(`/v1/push/${body.MessageId}/cancel`, {})).status).toBe(403);
    const rival = await (await stack.createTenant()).key();
    expect((await rival.post(`/v1/push/${body.MessageId}/cancel`, {})).status).toBe(404);
    const cancelled = await client.post(`/v1/push/${body.MessageId}/cancel`, {});
    expect([cancelled.status, cancelled.body.Message.Status]).toEqual([200, 'cancelled']);
    expect((await client.post(`/v1/push/${body.MessageId}/cancel`, {})).status).toBe(200);
  });

  it('leaves when its time has come', async () => {
    const { body } = await send({ Topic: 'later', SendAt: inAnHour() });
    await stack.sql(`update outbox set available_at = now() where payload->'messageIds' ? $1`, [body.MessageId]);
    expect((await withStatus(body.MessageId, 'sent')).Message.SentAt).toEqual(expect.any(String));
  });

  it('is rejected for a time that has gone', async () => {
    const { status, body } = await send({ Topic: 'later', SendAt: new Date(Date.now() - 1_000).toISOString() });
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'SendAt']);
  });
});
