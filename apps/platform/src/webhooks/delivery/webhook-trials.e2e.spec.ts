import { describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { TRIALS_AN_HOUR, WebhookStore } from '#libs/messaging/webhooks';
import { HttpSink, waitUntil } from '#libs/test/testing';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import {
  emailSentEvent,
  makeDue,
  recordEvents,
  TestWebhook,
  webhookJobs,
} from '../../../../../test/support/webhooks.js';
import { useStack } from '../../../../../test/support/use-stack.js';

const sink = useStack(() => HttpSink.start());
const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: sink.host } }));

const events = (count: number) => Array.from({ length: count }, () => emailSentEvent());
const requestsTo = (path: string) => sink.requests.filter((request) => request.path === path).length;

/** At least so many: on a busy machine the first ones are due for their second attempt, and wait as well. */
const waitingFor = (webhook: TestWebhook, count: number) =>
  waitUntil(
    async () => {
      const jobs = await webhookJobs(stack, webhook.tenant);
      return jobs.filter(({ last_error: reason }) => reason?.includes('100 deliveries an hour')).length >= count;
    },
    { timeoutMs: 10_000, what: `${count} waiting deliveries` },
  );

/** How many deliveries the endpoint was granted in the last hour. */
async function trialsOf({ id }: TestWebhook): Promise<number | undefined> {
  const trials = `select count(*)::int as trials from webhook_endpoint, unnest(trials) as at
                   where id = $1 and at > now() - interval '1 hour'`;
  return (await stack.sql<{ trials: number }>(trials, [id]))[0]?.trials;
}

describe('an endpoint that has never answered with 2xx', () => {
  it('gets a hundred deliveries an hour; the others wait', async () => {
    sink.answer(({ path }) => ({ status: path === '/victim' ? 500 : 200 }));
    const webhook = await TestWebhook.create(stack, `${sink.url}/victim`);
    await recordEvents(stack, webhook.tenant, events(130));
    await waitingFor(webhook, 30);
    expect(await trialsOf(webhook)).toBe(TRIALS_AN_HOUR);
    const allRecorded = async () => (await webhookJobs(stack, webhook.tenant)).every((job) => job.last_error !== null);
    await waitUntil(allRecorded, { what: 'the record of each attempt', timeoutMs: 15_000 });
    const first = requestsTo('/victim');
    // On a busy machine a trial may be spent on a delivery that then has to wait for a free slot.
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(TRIALS_AN_HOUR);
    await stack.sql(
      `update webhook_endpoint set trials = array(select at - interval '1 hour' from unnest(trials) at) where id = $1`,
      [webhook.id],
    );
    await makeDue(stack, webhook.tenant);
    await waitUntil(() => requestsTo('/victim') > first, { what: 'one of the next hundred', timeoutMs: 10_000 });
    await waitUntil(async () => (await trialsOf(webhook)) === TRIALS_AN_HOUR, { what: 'the next hundred' });
    expect(requestsTo('/victim')).toBeLessThanOrEqual(2 * TRIALS_AN_HOUR);
  });

  it('gets no more from several workers at once', async () => {
    const { id, tenant } = await TestWebhook.create(stack, `${sink.url}/idle`);
    const endpoints = stack.app.get(WebhookStore, { strict: false });
    const claim = () =>
      stack.app
        .get(Database, { strict: false })
        .tenant(tenant.id, (tx) => endpoints.claimTrials(tx, tenant.id, id, 30));
    const granted = await Promise.all(Array.from({ length: 5 }, claim));
    expect(granted.toSorted((a, b) => a - b)).toEqual([0, 10, 30, 30, 30]);
  });

  it('is proven by its first 2xx, which lifts the limit', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/good`);
    await recordEvents(stack, webhook.tenant, events(250));
    await waitUntil(async () => (await webhookJobs(stack, webhook.tenant)).length === 0, { timeoutMs: 15_000 });
    expect(requestsTo('/good')).toBe(250);
  });

  it('is not proven by an answer of the URL that it had before', async () => {
    const { id, tenant } = await TestWebhook.create(stack, `${sink.url}/victim`);
    const endpointId = id as `whk_${string}`;
    const endpoints = stack.app.get(WebhookStore, { strict: false });
    const answer = (url: string) =>
      stack.app
        .get(Database, { strict: false })
        .tenant(tenant.id, (tx) =>
          endpoints.markEndpoints(tx, { proven: [{ tenantId: tenant.id, endpointId, address: url }], turned: [] }),
        );
    const proven = () => stack.sql('select from webhook_endpoint where id = $1 and proven_at is not null', [id]);
    await answer(`${sink.url}/own`);
    expect(await proven()).toHaveLength(0);
    await answer(`${sink.url}/victim`);
    expect(await proven()).toHaveLength(1);
  });

  it('is one whose URL was changed', async () => {
    const webhook = await TestWebhook.create(stack, `${sink.url}/own`);
    const { delivery } = await webhook.recordEmailSent();
    await webhook.waitForEnd(delivery);
    await webhook.session.patch(webhook.path, { Url: `${sink.url}/other` });
    const proven = async () =>
      (
        await stack.sql<{ proven_at: Date | null }>('select proven_at from webhook_endpoint where id = $1', [
          webhook.id,
        ])
      )[0]?.proven_at;
    expect(await proven()).toBeNull();
    await webhook.waitForEnd((await webhook.recordEmailSent()).delivery);
    expect(await proven()).toBeInstanceOf(Date);
    await webhook.session.patch(webhook.path, { Url: `${sink.url}/other`, Active: true });
    expect(await proven()).toBeInstanceOf(Date);
  });
});
