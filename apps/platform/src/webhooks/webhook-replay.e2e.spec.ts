import { describe, expect, it } from 'vitest';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { TestWebhook, webhookJobs } from '../../../../test/support/webhooks.js';
import { useStack } from '../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));

const HOUR_MS = 3_600_000;
const at = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString();
const lastHour = () => ({ From: at(-HOUR_MS), To: at(HOUR_MS) });

async function deliveredTwice(webhook: TestWebhook) {
  const events = [await webhook.recordEmailSent(), await webhook.recordEmailSent()];
  for (const { delivery } of events) await webhook.waitForEnd(delivery);
  return events.map(({ event }) => event.id);
}

describe('the replay of a range of time', () => {
  it('delivers each of its events once more, with the same id', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/replay`);
    const ids = await deliveredTwice(webhook);
    const { status, body } = await webhook.session.post(`${webhook.path}/replay`, lastHour());
    expect([status, body.Count]).toEqual([202, 2]);
    const requests = await sink.waitFor(4);
    const seen = requests.map(({ headers }) => headers['x-service-event-id']);
    expect(seen.toSorted()).toEqual([...ids, ...ids].toSorted());
  });

  it('delivers an event once, however often it was replayed before', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/again`);
    await deliveredTwice(webhook);
    await webhook.session.post(`${webhook.path}/replay`, lastHour());
    await waitUntil(async () => (await webhookJobs(stack, webhook.tenant)).length === 0, { what: 'the first replay' });
    expect((await webhook.session.post(`${webhook.path}/replay`, lastHour())).body.Count).toBe(2);
  });

  it('is rejected while a delivery of the replay before was not attempted', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/twice`);
    await deliveredTwice(webhook);
    // Both are under way: the endpoint has accepted the requests and does not answer.
    sink.answer(({ path }) => ({ hang: path === '/twice' }));
    const replay = () => webhook.session.post(`${webhook.path}/replay`, lastHour());
    const answers = await Promise.all([replay(), replay()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.Error.Message).toContain('under way');
    await stack.sql('update webhook_delivery set attempts = 1 where endpoint_id = $1', [webhook.id]);
    expect((await replay()).status).toBe(202);
    sink.answer({});
  });

  it('can be limited to failed deliveries', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/failed`);
    await deliveredTwice(webhook);
    const { body } = await webhook.session.post(`${webhook.path}/replay`, { ...lastHour(), Status: 'failed' });
    expect(body.Count).toBe(0);
  });

  it('delivers nothing for a time in which nothing happened', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/quiet`);
    await deliveredTwice(webhook);
    const { body } = await webhook.session.post(`${webhook.path}/replay`, { From: at(-2 * HOUR_MS), To: at(-HOUR_MS) });
    expect(body.Count).toBe(0);
  });

  it('is rejected when To is not after From', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/refused`);
    const { status, body } = await webhook.session.post(`${webhook.path}/replay`, { From: at(0), To: at(-HOUR_MS) });
    expect([status, body.Error.Details[0].Field]).toEqual([422, 'From']);
  });

  it('is rejected for a disabled webhook', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/disabled`);
    await webhook.session.patch(webhook.path, { Active: false });
    expect((await webhook.session.post(`${webhook.path}/replay`, lastHour())).status).toBe(409);
  });
});
