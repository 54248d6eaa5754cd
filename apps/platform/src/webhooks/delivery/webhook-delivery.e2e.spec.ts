import { createHmac } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '#libs/core/outbound';
import { DnsSink, HttpSink, waitUntil, type SunkRequest } from '#libs/test/testing';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { makeDue, webhookJobs, TestWebhook } from '../../../../../test/support/webhooks.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SCHEDULE = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 1 * HOUR, 6 * HOUR, 24 * HOUR];

const sink = useStack(() => HttpSink.start());
const elsewhere = useStack(() => HttpSink.start());
const dns = useStack(() => DnsSink.start());
// A lease of six seconds leaves an attempt three, in place of the fifteen that it has otherwise.
const stack = useStack(() =>
  platformStack({
    environment: { OUTBOUND_ALLOW: sink.host, DNS_SERVER: dns.server, JOB_LEASE_MS: '6000' },
  }),
);

beforeEach(() => sink.answer({}));

const requestOf = (event: { id: string }) =>
  sink.waitFor(({ headers }: SunkRequest) => headers['x-service-event-id'] === event.id);

describe('a delivery', () => {
  it('carries the event, signed in both ways, with the headers of the interface', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook?a=1`);
    const { event, delivery } = await webhook.recordEmailSent({ Subject: 'Ünïcode \u0000 \ud800 "quoted"' });
    const request = await requestOf(event);
    expect([request.method, request.path]).toEqual(['POST', '/hook?a=1']);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'email.sent',
      'x-service-event-id': event.id,
      'webhook-id': event.id,
    });
    const body = JSON.parse(request.text);
    expect(body).toEqual({
      EventId: event.id,
      EventType: 'email.sent',
      Environment: 'live',
      CreatedAt: event.occurredAt.toISOString(),
      TenantId: webhook.tenant.id,
      Data: event.data,
    });
    const time = Number(request.headers['webhook-timestamp']);
    expect(Math.abs(Date.now() / 1000 - time)).toBeLessThan(10);
    const expected = createHmac('sha256', webhook.secret).update(`${time}.`).update(request.body).digest('hex');
    expect(request.headers['x-service-signature']).toBe(`t=${time},v1=${expected}`);
    const { headers } = request;
    expect(verifyWebhook({ secrets: webhook.secret, headers, body: request.body })).toBe('valid');

    const finished = await webhook.waitForEnd(delivery);
    expect(finished).toMatchObject({
      Id: delivery,
      EventId: event.id,
      EventType: 'email.sent',
      Status: 'delivered',
      Attempts: 1,
      ResponseStatus: 200,
      Error: null,
      NextAttemptAt: null,
      Payload: body,
    });
    expect(finished.LastAttemptAt).toBe(finished.AttemptLog[0].AttemptedAt);
    expect(await webhookJobs(stack, webhook.tenant)).toEqual([]);
  });

  it('is one to each endpoint that subscribed to the type and is active', async () => {
    const tenant = await stack.createTenant();
    const [first, second, other, off] = await Promise.all(
      ['/1', '/2', '/3', '/4'].map((path) => TestWebhook.create(stack, sink.url + path, tenant)),
    );
    await other?.session.patch(other.path, { Events: ['sms.sent'] });
    await off?.session.patch(off.path, { Active: false });
    const { event } = await first!.recordEmailSent();
    await waitUntil(async () => (await webhookJobs(stack, tenant)).length === 0);
    const paths = sink.requests.filter(({ headers }) => headers['webhook-id'] === event.id).map(({ path }) => path);
    expect(paths.sort()).toEqual(['/1', '/2']);
    const bodies = sink.requests.filter(({ headers }) => headers['webhook-id'] === event.id);
    expect(new Set(bodies.map(({ text }) => text)).size).toBe(1);
    expect(new Set(bodies.map(({ headers }) => headers['x-service-signature'])).size).toBe(2);
    expect((await second!.session.get(`${second!.path}/deliveries`)).body.Deliveries).toHaveLength(1);
  });
});

describe('an endpoint that does not take it', () => {
  it('is asked again after 1, 5 and 15 minutes, 1, 6 and 24 hours; then the delivery has failed', async () => {
    sink.answer({ status: 500, body: 'no\u0001pe\u0000' });
    const webhook = await TestWebhook.create(stack, sink.url);
    const { event, delivery } = await webhook.recordEmailSent();
    for (const [index, delay] of SCHEDULE.entries()) {
      const seen = await webhook.waitForAttempts(delivery, index + 1);
      expect(seen).toMatchObject({ Status: 'pending', ResponseStatus: 500, Error: 'The answer was 500' });
      const [job] = await webhookJobs(stack, webhook.tenant);
      expect(job?.available_at.toISOString()).toBe(seen.NextAttemptAt);
      const waited = Date.parse(seen.NextAttemptAt) - Date.parse(seen.LastAttemptAt);
      expect(waited).toBeGreaterThanOrEqual(delay);
      expect(waited).toBeLessThan(delay + 5_000);
      await makeDue(stack, webhook.tenant);
    }
    const failed = await webhook.waitForEnd(delivery);
    expect(failed).toMatchObject({ Status: 'failed', Attempts: 7, NextAttemptAt: null, Error: 'The answer was 500' });
    expect(failed.AttemptLog.map(({ Number }: { Number: number }) => Number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(failed.AttemptLog[6].ResponseSnippet).toBe('no\uFFFDpe\uFFFD');
    expect(await webhookJobs(stack, webhook.tenant)).toEqual([]);
    const requests = sink.requests.filter(({ headers }) => headers['webhook-id'] === event.id);
    expect(requests).toHaveLength(7);
    expect(new Set(requests.map(({ text }) => text)).size).toBe(1);
    for (const { headers, body } of requests)
      expect(verifyWebhook({ secrets: webhook.secret, headers, body })).toBe('valid');
  });

  it('gets it at a later attempt, which is signed with the time of that attempt', async () => {
    // Cut at 1024 units of UTF-16, this ends in half a character.
    sink.answerNext({ status: 503, body: `a${'😀'.repeat(600)}` });
    const webhook = await TestWebhook.create(stack, sink.url);
    const { delivery } = await webhook.recordEmailSent();
    const [first] = (await webhook.waitForAttempts(delivery)).AttemptLog;
    expect(first.ResponseSnippet).toBe(`a${'😀'.repeat(511)}\uFFFD`);
    await makeDue(stack, webhook.tenant);
    const finished = await webhook.waitForEnd(delivery);
    expect(finished).toMatchObject({ Status: 'delivered', Attempts: 2, ResponseStatus: 200, Error: null });
  });

  it('may have it sent again once it failed, as the same event in a new delivery', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    sink.answer({ status: 400 });
    const { event, delivery } = await webhook.recordEmailSent();
    await webhook.waitForAttempts(delivery);
    await stack.sql('update webhook_delivery set attempts = 6 where id = $1', [delivery]);
    await makeDue(stack, webhook.tenant);
    const failed = await webhook.waitForEnd(delivery);
    expect(failed.Status).toBe('failed');
    sink.answer({});
    const again = await webhook.session.post(`${webhook.path}/deliveries/${delivery}/resend`);
    expect(again.status).toBe(202);
    expect(again.body.DeliveryId).not.toBe(delivery);
    const finished = await webhook.waitForEnd(again.body.DeliveryId);
    expect(finished).toMatchObject({ Status: 'delivered', EventId: event.id, Attempts: 1, Payload: failed.Payload });
    const listed = await webhook.session.get(`${webhook.path}/deliveries?status=failed`);
    expect(listed.body.Deliveries.map(({ Id }: { Id: string }) => Id)).toEqual([delivery]);
  });

  it.each([
    [{ status: 503, headers: { 'retry-after': '1800' } }, 1_800_000],
    [{ status: 429, headers: { 'retry-after': '5' } }, 60_000],
    [{ status: 429, headers: { 'retry-after': '99999999' } }, 24 * HOUR],
    [{ status: 503, headers: { 'retry-after': 'soon' } }, 60_000],
  ])('is asked again when it wants to be, not sooner than planned and within a day: %j', async (answer, delay) => {
    const webhook = await TestWebhook.create(stack, sink.url);
    sink.answer(answer);
    const { delivery } = await webhook.recordEmailSent();
    const seen = await webhook.waitForAttempts(delivery);
    const waited = Date.parse(seen.NextAttemptAt) - Date.parse(seen.LastAttemptAt);
    expect(waited).toBeGreaterThanOrEqual(delay);
    expect(waited).toBeLessThan(delay + 5_000);
  });

  it('is not followed when it redirects', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    sink.answer({ redirect: `${elsewhere.url}/inside` });
    const { delivery } = await webhook.recordEmailSent();
    const seen = await webhook.waitForAttempts(delivery);
    expect(seen).toMatchObject({ Status: 'pending', ResponseStatus: 302 });
    expect(seen.Error).toContain('redirects are not followed');
    expect(elsewhere.requests).toEqual([]);
  });

  it('delays no other endpoint when it hangs', async () => {
    const tenant = await stack.createTenant();
    const hanging = await TestWebhook.create(stack, `${sink.url}/hang`, tenant);
    const prompt = await TestWebhook.create(stack, `${sink.url}/prompt`, tenant);
    sink.answer(({ path }) => (path === '/hang' ? { hang: true } : {}));
    const { event, delivery } = await hanging.recordEmailSent();
    await sink.waitFor(({ path, headers }) => path === '/prompt' && headers['webhook-id'] === event.id);
    const [own] = (await prompt.session.get(`${prompt.path}/deliveries`)).body.Deliveries;
    expect((await prompt.waitForEnd(own.Id)).Status).toBe('delivered');
    expect((await hanging.get(delivery)).Attempts).toBe(0);
    const seen = await hanging.waitForAttempts(delivery, 1, 10_000);
    expect(seen).toMatchObject({
      Status: 'pending',
      ResponseStatus: null,
      Error: 'There was no answer within 3000 ms',
    });
  });

  it('may answer with twenty megabytes, of which little is read and less is kept', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    sink.answer({ hugeBytes: 20 * 1024 * 1024 });
    const { delivery } = await webhook.recordEmailSent();
    const finished = await webhook.waitForEnd(delivery);
    expect(finished.Status).toBe('delivered');
    expect(finished.AttemptLog[0].ResponseSnippet).toBe('x'.repeat(1024));
  });

  it('fails at the delivery when its name resolves to an internal address by then', async () => {
    const webhook = await TestWebhook.create(stack, `http://moved.test:${elsewhere.port}/`);
    dns.add('moved.test', 'A', '127.0.0.1');
    const { delivery } = await webhook.recordEmailSent();
    const seen = await webhook.waitForAttempts(delivery);
    expect(seen).toMatchObject({ Status: 'pending', ResponseStatus: null });
    expect(seen.Error).toContain('internal address');
    expect(JSON.stringify(seen)).not.toContain('127.0.0.1');
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a pending delivery', () => {
  /** A delivery that has been attempted once and waits for its second attempt. */
  async function waiting() {
    const webhook = await TestWebhook.create(stack, sink.url);
    sink.answerNext({ status: 500 });
    const { event, delivery } = await webhook.recordEmailSent();
    await webhook.waitForAttempts(delivery);
    const count = () => sink.requests.filter(({ headers }) => headers['webhook-id'] === event.id).length;
    return { webhook, delivery, count };
  }

  it('fails when the endpoint is disabled, and may be sent again when it is enabled', async () => {
    const { webhook, delivery, count } = await waiting();
    await webhook.session.patch(webhook.path, { Active: false });
    await makeDue(stack, webhook.tenant);
    const finished = await webhook.waitForEnd(delivery);
    expect(finished).toMatchObject({ Status: 'failed', Attempts: 1, Error: 'The webhook is disabled' });
    expect((await webhook.session.post(`${webhook.path}/deliveries/${delivery}/resend`)).status).toBe(409);
    expect((await webhook.session.post(`${webhook.path}/test`, {})).status).toBe(409);
    expect(count()).toBe(1);
    await webhook.session.patch(webhook.path, { Active: true });
    const again = await webhook.session.post(`${webhook.path}/deliveries/${delivery}/resend`);
    expect((await webhook.waitForEnd(again.body.DeliveryId)).Status).toBe('delivered');
  });

  it('is not sent to a deleted endpoint', async () => {
    const { webhook, delivery, count } = await waiting();
    await webhook.session.delete(webhook.path);
    await makeDue(stack, webhook.tenant);
    await waitUntil(async () => (await webhookJobs(stack, webhook.tenant)).length === 0);
    const [row] = await stack.sql('select status, error from webhook_delivery where id = $1', [delivery]);
    expect(row).toEqual({ status: 'failed', error: 'The webhook was removed' });
    expect(count()).toBe(1);
  });

  it('goes to the new URL when that was changed', async () => {
    const { webhook, delivery } = await waiting();
    await webhook.session.patch(webhook.path, { Url: `${sink.url}/new` });
    await makeDue(stack, webhook.tenant);
    expect((await webhook.waitForEnd(delivery)).Status).toBe('delivered');
    expect(sink.requests.at(-1)?.path).toBe('/new');
  });

  it('stays pending while the account is suspended, without an attempt', async () => {
    const { webhook, delivery, count } = await waiting();
    await webhook.tenant.setStatus('suspended');
    await makeDue(stack, webhook.tenant);
    await waitUntil(async () => {
      const [job] = await webhookJobs(stack, webhook.tenant);
      return job?.last_error === 'The account is suspended' && job.available_at > new Date();
    });
    expect(count()).toBe(1);
    await webhook.tenant.setStatus('active');
    await makeDue(stack, webhook.tenant);
    expect(await webhook.waitForEnd(delivery)).toMatchObject({ Status: 'delivered', Attempts: 2 });
  });
});

describe('the secret', () => {
  it('is rotated with both signatures for a day, and then with the new one alone', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    const rotated = await webhook.session.post(`${webhook.path}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.Secret).toMatch(/^whsec_/);
    expect(rotated.body.Secret).not.toBe(webhook.secret);
    const until = Date.parse(rotated.body.PreviousSecretExpiresAt) - Date.now();
    expect(until).toBeGreaterThan(23.9 * HOUR);
    expect(until).toBeLessThanOrEqual(24 * HOUR);
    const { headers, body } = await requestOf((await webhook.recordEmailSent()).event);
    expect(headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const secret of [webhook.secret, rotated.body.Secret])
      expect(verifyWebhook({ secrets: secret, headers, body })).toBe('valid');
    await stack.sql('update webhook_endpoint set previous_secret_until = now() where id = $1', [webhook.id]);
    const later = await requestOf((await webhook.recordEmailSent()).event);
    expect(verifyWebhook({ secrets: rotated.body.Secret, ...later })).toBe('valid');
    expect(verifyWebhook({ secrets: webhook.secret, ...later })).toBe('mismatch');
  });
});

describe('a test event', () => {
  it('says of a bounce what a real event says', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    const queued = await webhook.session.post(`${webhook.path}/test`, { EventType: 'email.bounced' });
    const { Payload } = await webhook.waitForEnd(queued.body.DeliveryId);
    expect(Payload.Data).toMatchObject({ Type: 'hard', Status: '5.1.1', SmtpCode: 550, Test: true });
    expect(Payload.Data).toMatchObject({ Diagnostic: expect.any(String), Error: expect.any(String) });
  });

  it.each([
    ['email.complained', { FeedbackType: 'abuse', Error: expect.any(String) }],
    ['email.clicked', { Url: 'https://example.test/', UserAgent: expect.any(String), Machine: false }],
    ['email.unsubscribed', { Via: 'link', TopicId: null }],
    ['email.delivered', { Status: '2.0.0', Diagnostic: expect.any(String) }],
    ['sms.failed', { Error: expect.any(String), From: '+15550100', To: '+15550199' }],
    ['contact.unsubscribed', { TopicId: null, Email: 'someone@example.test', Attributes: expect.any(Object) }],
    ['crm.contact.updated', { Fields: expect.any(Array) }],
    ['webhook.disabled', { Url: expect.any(String), FailingSince: expect.any(String) }],
  ])('of %s has the fields of a real one', async (EventType, data) => {
    const webhook = await TestWebhook.create(stack, sink.url);
    const queued = await webhook.session.post(`${webhook.path}/test`, { EventType });
    expect((await webhook.waitForEnd(queued.body.DeliveryId)).Payload.Data).toMatchObject({ ...data, Test: true });
  });

  it('goes through the queue like a real event, and says that it is a test', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    const queued = await webhook.session.post(`${webhook.path}/test`, {});
    expect(queued.status).toBe(202);
    const finished = await webhook.waitForEnd(queued.body.DeliveryId);
    expect(finished).toMatchObject({ Status: 'delivered', EventType: 'email.sent', Attempts: 1 });
    expect(finished.Payload.Data).toMatchObject({ MessageId: expect.stringMatching(/^msg_/), Test: true });
    const { headers, body } = await requestOf({ id: finished.EventId });
    expect(verifyWebhook({ secrets: webhook.secret, headers, body })).toBe('valid');
  });

  it('may be of any type of the catalogue', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    const queued = await webhook.session.post(`${webhook.path}/test`, { EventType: 'contact.created' });
    expect((await webhook.waitForEnd(queued.body.DeliveryId)).EventType).toBe('contact.created');
    expect((await webhook.session.post(`${webhook.path}/test`, { EventType: 'nothing' })).status).toBe(422);
    expect((await webhook.session.post(`${webhook.path}/test`, { EventType: 7 })).status).toBe(400);
    expect((await webhook.session.post(`${webhook.path}/test`)).status).toBe(202);
  });
});

describe('the list of deliveries', () => {
  it('is newest first, by pages, by status', async () => {
    const webhook = await TestWebhook.create(stack, sink.url);
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await webhook.recordEmailSent()).delivery);
    for (const id of ids) await webhook.waitForEnd(id);
    const first = await webhook.session.get(`${webhook.path}/deliveries?limit=2`);
    expect(first.body.Deliveries.map(({ Id }: { Id: string }) => Id)).toEqual(ids.slice(0, 2));
    expect(first.body.HasMore).toBe(true);
    const fields = 'Id EventId EventType Status Attempts ResponseStatus Error CreatedAt LastAttemptAt NextAttemptAt';
    expect(Object.keys(first.body.Deliveries[0])).toEqual(fields.split(' '));
    const second = await webhook.session.get(
      `${webhook.path}/deliveries?limit=2&status=delivered&cursor=${first.body.NextCursor}`,
    );
    expect(second.body.Deliveries.map(({ Id }: { Id: string }) => Id)).toEqual(ids.slice(2));
    expect(second.body).toMatchObject({ NextCursor: 0, HasMore: false });
    expect((await webhook.session.get(`${webhook.path}/deliveries?status=pending`)).body.Deliveries).toEqual([]);
    expect((await webhook.session.get(`${webhook.path}/deliveries?status=lost`)).status).toBe(422);
  });
});
