import { describe, expect, it } from 'vitest';
import { messageWithStatus } from '../../../../test/support/message-status.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { SmsReceipts, UnknownCarrierMessage } from './sms-receipts.service.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

/** Recipients of the sandbox, by what becomes of messages to them. */
const DELIVERED = '+15005550100';
const FAILED = '+15005550120';
const UNDELIVERED = '+15005550140';
const BUSY_ONCE = '+15005550160';
const INVALID = '+15005550180';

const stack = useStack(platformStack);
const acme = usePrepared(() => stack.createTenant());
const client = usePrepared(() => acme.key());
const member = usePrepared(() => acme.session('member'));

const send = (changes: object = {}, headers: Record<string, string> = {}) =>
  client.post('/v1/sms/send', { To: [DELIVERED], Body: 'Hello.', ...changes }, headers);

const detailOf = async (id: string) => (await member.get(`/api/messages/${id}`)).body;
const withStatus = (id: string, status: string) => messageWithStatus(member, `/api/messages/${id}`, status);

const timeline = (detail: { Events: { Type: string }[] }) => detail.Events.map(({ Type }) => Type);

describe('sending a text', () => {
  it('is accepted with a message for each recipient', async () => {
    const { status, body } = await send({ To: [DELIVERED, '+1 500 555 0101', DELIVERED] });
    expect(status).toBe(202);
    expect(body).toMatchObject({ MessageIds: [body.MessageId, expect.stringMatching(/^sms_/)], Status: 'queued' });
  });

  it.each([
    ['delivered', DELIVERED, ['queued', 'sent', 'delivered']],
    ['failed', FAILED, ['queued', 'sent', 'failed']],
    ['undelivered', UNDELIVERED, ['queued', 'sent', 'undelivered']],
    ['failed', INVALID, ['queued', 'failed']],
  ])('ends as %s to %s', async (status, recipient, events) => {
    const { body } = await send({ To: [recipient] });
    expect(timeline(await withStatus(body.MessageId, status))).toEqual(events);
  });

  it('is tried again when the carrier is busy', async () => {
    const { body } = await send({ To: [BUSY_ONCE] });
    await withStatus(body.MessageId, 'sending');
    await stack.sql(`update outbox set available_at = now() where tenant_id = $1`, [acme.id]);
    expect(timeline(await withStatus(body.MessageId, 'delivered'))).toEqual([
      'queued',
      'deferred',
      'sent',
      'delivered',
    ]);
  });

  it('is done once for the same key and body', async () => {
    const first = await send({}, { 'idempotency-key': 'text-1' });
    const again = await send({}, { 'idempotency-key': 'text-1' });
    const other = await send({ Body: 'Other' }, { 'idempotency-key': 'text-1' });
    expect(again.body).toMatchObject({ MessageId: first.body.MessageId, ReusedIdempotency: true });
    expect(other.status).toBe(409);
  });

  it('counts each recipient in the usage', async () => {
    const tenant = await stack.createTenant();
    const own = await tenant.key();
    await own.post('/v1/sms/send', { To: [DELIVERED, '+15005550101'], Body: 'Hello.' });
    const { body } = await own.get('/v1/account/usage');
    expect(body.Usage).toMatchObject({ SmsSent: 2, EmailsSent: 0, ApiCalls: 1 });
  });

  it('keeps its body and tags, and shows in the history of every channel', async () => {
    const { body } = await send({ Tags: { order: '4711' } });
    const detail = await detailOf(body.MessageId);
    expect(detail.Message).toMatchObject({ Channel: 'sms', Body: { Text: 'Hello.' }, Tags: { order: '4711' } });
    const history = (await member.get('/api/messages?limit=200')).body.Messages;
    expect(history.map(({ Id }: { Id: string }) => Id)).toContain(body.MessageId);
  });

  it.each([
    ['a number that is none', { To: ['12345'] }, 422, 'To[0]'],
    ['no recipient', { To: [] }, 400, 'To'],
    ['101 recipients', { To: Array.from({ length: 101 }, () => DELIVERED) }, 400, 'To'],
    ['an empty body', { Body: '' }, 400, 'Body'],
    ['a body of 1601 characters', { Body: 'x'.repeat(1601) }, 400, 'Body'],
    ['a sender that is none', { From: 'nobody' }, 422, 'From'],
    ['a field that it does not know', { Text: 'x' }, 400, 'Text'],
  ])('is refused for %s, naming it', async (_case, changes, status, field) => {
    const answer = await send(changes);
    expect([answer.status, answer.body.Error.Details[0].Field]).toEqual([status, field]);
  });

  it('is refused with a live key where no carrier is set up', async () => {
    const live = (await acme.createKey(['sms:send'], 'live')).client;
    const { status, body } = await live.post('/v1/sms/send', { To: [DELIVERED], Body: 'Hello.' });
    expect([status, body.Error.Code]).toEqual([404, 'NotInstalled']);
  });
});

describe('the receipt of a carrier', () => {
  const receipts = () => stack.app.get(SmsReceipts);

  it('is recorded once, however often it comes', async () => {
    const { body } = await send();
    const { Events } = await withStatus(body.MessageId, 'delivered');
    const carrierId = Events[1].Detail.CarrierId;
    await receipts().record({ carrierId, status: 'delivered', at: new Date() });
    expect(timeline(await detailOf(body.MessageId))).toEqual(['queued', 'sent', 'delivered']);
  });

  it('that comes late is recorded in the timeline and changes nothing', async () => {
    const { body } = await send();
    const { Events } = await withStatus(body.MessageId, 'delivered');
    await receipts().record({ carrierId: Events[1].Detail.CarrierId, status: 'undelivered', at: new Date() });
    const detail = await detailOf(body.MessageId);
    expect([detail.Message.Status, timeline(detail).at(-1)]).toEqual(['delivered', 'undelivered']);
  });

  it('of a text that was not delivered counts as failed in reports, once for each text', async () => {
    const tenant = await stack.createTenant();
    const [key, session] = [await tenant.key(), await tenant.session()];
    const sent = await key.post('/v1/sms/send', { To: [UNDELIVERED, FAILED, DELIVERED], Body: 'Hello.' });
    for (const [n, status] of ['undelivered', 'failed', 'delivered'].entries()) {
      const { Events } = await messageWithStatus(session, `/api/messages/${sent.body.MessageIds[n]}`, status);
      const { CarrierId: carrierId } = Events[1].Detail;
      for (const late of ['failed', 'undelivered'] as const)
        if (late !== status) await receipts().record({ carrierId, status: late, at: new Date() });
    }
    const { body } = await session.get('/api/reports/overview');
    expect(body.ByChannel.sms).toMatchObject({ Accepted: 3, Sent: 3, Delivered: 1, Failed: 2 });
  });

  it('for an unknown message is to be retried, and changes nothing', async () => {
    const unknown = receipts().record({ carrierId: 'nobody-knows', status: 'delivered', at: new Date() });
    await expect(unknown).rejects.toBeInstanceOf(UnknownCarrierMessage);
  });
});

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe('a scheduled text', () => {
  it('waits for its time and can be cancelled until then', async () => {
    const SendAt = inAnHour();
    const { status, body } = await send({ SendAt });
    expect([status, body.Status]).toEqual([202, 'queued']);
    const { Message } = (await member.get(`/api/messages/${body.MessageId}`)).body;
    expect(Message).toMatchObject({ Status: 'queued', ScheduledAt: SendAt });
    expect((await (await acme.key('emails:send')).post(`/v1/sms/${body.MessageId}/cancel`, {})).status).toBe(403);
    const rival = await (await stack.createTenant()).key();
    expect((await rival.post(`/v1/sms/${body.MessageId}/cancel`, {})).status).toBe(404);
    const cancelled = await client.post(`/v1/sms/${body.MessageId}/cancel`, {});
    expect([cancelled.status, cancelled.body.Message.Status]).toEqual([200, 'cancelled']);
    expect((await client.post(`/v1/sms/${body.MessageId}/cancel`, {})).status).toBe(200);
  });

  it('leaves when its time has come', async () => {
    const { body } = await send({ SendAt: inAnHour() });
    await stack.sql(`update outbox set available_at = now() where payload->'messageIds' ? $1`, [body.MessageId]);
    expect((await withStatus(body.MessageId, 'delivered')).Message.SentAt).toEqual(expect.any(String));
  });

  it('is rejected for a time that has gone', async () => {
    const { status, body } = await send({ SendAt: new Date(Date.now() - 1_000).toISOString() });
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'SendAt']);
  });

  it('gives its segments back to the quota when it is cancelled', async () => {
    const tenant = await stack.createTenant();
    const key = await tenant.key();
    const used = () =>
      stack.sql(
        'select sms_sent::int as texts, sms_segments::int as segments from usage_counter where tenant_id = $1',
        [tenant.id],
      );
    const text = { To: [DELIVERED], Body: 'x'.repeat(400), SendAt: inAnHour() };
    const { body } = await key.post('/v1/sms/send', text);
    expect(await used()).toEqual([{ texts: 1, segments: 3 }]);
    await key.post(`/v1/sms/${body.MessageId}/cancel`, {});
    expect(await used()).toEqual([{ texts: 0, segments: 0 }]);
  });
});
