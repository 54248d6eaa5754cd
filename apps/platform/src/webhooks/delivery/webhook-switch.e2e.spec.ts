import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebhookSwitch } from '#libs/messaging/webhooks';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { makeDue, TestWebhook } from '../../../../../test/support/webhooks.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host, WEBHOOK_DISABLE_AFTER: '5' } }));

beforeAll(async () => {
  stack.issuer.answerOthers(({ path, text }) => {
    if (!path.startsWith('/internal/events')) return undefined;
    told.push(text);
    return { headers: { 'content-type': 'application/json' }, body: '{"receipt":"applied","receipts":["applied"]}' };
  });
});
beforeEach(() => sink.answer({}));

const shown = async ({ session, path }: TestWebhook) => (await session.get(path)).body.Webhook;
const failedFor = ({ id }: TestWebhook, days: number) =>
  stack.sql(`update webhook_endpoint set failing_since = now() - $2 * interval '1 day' where id = $1`, [id, days]);
/** Notices that identity got. */
const told: string[] = [];

const switching = vi.spyOn(WebhookSwitch.prototype, 'switchOffFailing');

/** Returns once it is decided, too, whether the webhook is switched off. */
async function fail(webhook: TestWebhook): Promise<string> {
  sink.answer({ status: 500 });
  const { delivery } = await webhook.recordEmailSent();
  await webhook.waitForAttempts(delivery);
  const { calls, settledResults } = switching.mock;
  await waitUntil(
    () =>
      calls.some(
        ([, failed], n) => failed.some(({ id }) => id === delivery) && settledResults[n]?.type === 'fulfilled',
      ),
    { what: 'the decision' },
  );
  return delivery;
}

const isOff = (webhook: TestWebhook) =>
  waitUntil(async () => !(await shown(webhook)).Active, { what: 'the end of it' });

describe('a webhook that fails', () => {
  it('says since when, until it answers with 2xx again', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook`);
    expect(await shown(webhook)).toMatchObject({ FailingSince: null, DisabledAt: null });
    const delivery = await fail(webhook);
    const { FailingSince } = await shown(webhook);
    expect(Date.parse(FailingSince)).toBeGreaterThan(Date.now() - 60_000);
    await fail(webhook);
    expect((await shown(webhook)).FailingSince).toBe(FailingSince);
    sink.answer({});
    await makeDue(stack, webhook.tenant);
    await webhook.waitForEnd(delivery);
    expect(await shown(webhook)).toMatchObject({ Active: true, FailingSince: null });
  });

  it('is switched off when it has failed for five days and fails again', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook`);
    await fail(webhook);
    await failedFor(webhook, 4.9);
    await fail(webhook);
    expect((await shown(webhook)).Active).toBe(true);
    await failedFor(webhook, 5.1);
    await fail(webhook);
    await isOff(webhook);
    expect((await shown(webhook)).DisabledAt).toMatch(/^20/);
    const audit = await stack.sql<{ actor_kind: string }>(
      `select actor_kind from audit_entry where action = 'webhook.disabled' and object_id = $1`,
      [webhook.id],
    );
    expect(audit).toEqual([{ actor_kind: 'service' }]);
    const tells = await waitUntil(() => told.find((text) => text.includes(webhook.id)), {
      what: 'identity to be told',
    });
    expect(tells).toContain('platform.webhook.disabled');
  });

  it('is switched off at once when it answers that it is gone, and is not asked again', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook`);
    sink.answer({ status: 410 });
    const { delivery } = await webhook.recordEmailSent();
    expect(await webhook.waitForEnd(delivery)).toMatchObject({ Status: 'failed', Attempts: 1, NextAttemptAt: null });
    await isOff(webhook);
    expect((await shown(webhook)).DisabledAt).toMatch(/^20/);
  });

  it('is not switched off by an old failure while it works', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook`);
    await fail(webhook);
    await failedFor(webhook, 6);
    sink.answer({});
    const { delivery } = await webhook.recordEmailSent();
    expect((await webhook.waitForEnd(delivery)).Status).toBe('delivered');
    await fail(webhook);
    expect(await shown(webhook)).toMatchObject({ Active: true });
  });

  it('is not switched off if a delivery succeeded beside the first that failed', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook`);
    const { delivery } = await webhook.recordEmailSent();
    await webhook.waitForEnd(delivery);
    // The success did not end the failure: its chunk had read the endpoint before.
    await failedFor(webhook, 6);
    await fail(webhook);
    const { Active, DisabledAt, FailingSince } = await shown(webhook);
    expect({ Active, DisabledAt }).toEqual({ Active: true, DisabledAt: null });
    expect(Date.parse(FailingSince)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is not switched off by a delivery that waits for its turn', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook`);
    await fail(webhook);
    await failedFor(webhook, 6);
    await stack.sql(`update webhook_endpoint set trials = array_fill(now(), array[100]) where id = $1`, [webhook.id]);
    const { delivery } = await webhook.recordEmailSent();
    await waitUntil(
      async () => {
        const waiting = await stack.sql(
          `select from outbox where payload ->> 'deliveryId' = $1 and available_at > now() and lease is null`,
          [delivery],
        );
        return waiting.length === 1;
      },
      { what: 'its delivery to wait' },
    );
    expect(await shown(webhook)).toMatchObject({ Active: true, DisabledAt: null });
  });

  it('is an event for the other webhooks of the tenant', async () => {
    const broken = await TestWebhook.create(stack, `${sink.url}/broken`);
    await broken.session.post('/api/webhooks', { Url: `${sink.url}/watch`, Events: ['webhook.disabled'] });
    await fail(broken);
    await failedFor(broken, 5.1);
    await fail(broken);
    await isOff(broken);
    const { text } = await sink.waitFor(({ path, headers }) => path === '/watch' && headers['x-service-event'] !== '');
    expect(JSON.parse(text)).toMatchObject({
      EventType: 'webhook.disabled',
      Data: { WebhookId: broken.id, Url: `${sink.url}/broken`, FailingSince: expect.stringMatching(/^20/) },
    });
  });

  it('is switched on again by its owner, and starts anew', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/hook`);
    await fail(webhook);
    await failedFor(webhook, 5.1);
    await fail(webhook);
    await isOff(webhook);
    await webhook.session.patch(webhook.path, { Active: true });
    expect(await shown(webhook)).toMatchObject({ Active: true, FailingSince: null, DisabledAt: null });
    await fail(webhook);
    expect((await shown(webhook)).Active).toBe(true);
  });
});
