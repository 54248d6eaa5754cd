import { describe, expect, it } from 'vitest';
import { Database } from '#libs/core/persistence';
import { WebhookStore } from '#libs/messaging/webhooks';
import { platformStack } from '../../../../../test/support/platform-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { TestWebhook } from '../../../../../test/support/webhooks.js';
import { whileWaiting } from '../../../../../test/support/while-waiting.js';

const stack = useStack(() => platformStack({ environment: { OUTBOUND_ALLOW: '127.0.0.1:4010', ROLE: 'api' } }));

/** Two endpoints of a new tenant, the first of them the one that a group locks first. */
async function twoEndpoints() {
  const webhooks = [await TestWebhook.create(stack, 'http://127.0.0.1:4010/one')];
  const { tenant } = webhooks[0]!;
  webhooks.push(await TestWebhook.create(stack, 'http://127.0.0.1:4010/two', tenant));
  const rows = await stack.sql<{ id: `whk_${string}`; url: string }>(
    'select id, url from webhook_endpoint where tenant_id = $1 order by id',
    [tenant.id],
  );
  const [first, second] = rows.map(({ id, url }) => ({ tenantId: tenant.id, endpointId: id, address: url }));
  return { tenant, first: first!, second: second! };
}

type Endpoint = Awaited<ReturnType<typeof twoEndpoints>>['first'];
type Changed = Parameters<WebhookStore['markEndpoints']>[1];

describe('endpoints that two groups of outcomes mark', () => {
  it.each<[string, (first: Endpoint, second: Endpoint) => Changed]>([
    ['named in the other order', (first, second) => ({ proven: [second, first], turned: [] })],
    [
      'of which each group turns one and proves the other',
      (first, second) => ({ proven: [second], turned: [{ ...first, works: false }] }),
    ],
  ])('are locked in one order, in one round: those %s', async (_case, changes) => {
    const { tenant, first, second } = await twoEndpoints();
    const store = stack.app.get(WebhookStore, { strict: false });
    const database = stack.app.get(Database, { strict: false });
    // A group that held the second while it waits for the first would never get it: the other one wants the second.
    await whileWaiting(
      stack,
      tenant,
      ['select from webhook_endpoint where id = $1 for no key update', [first.endpointId]],
      () => database.tenants([tenant.id], (client) => store.markEndpoints(client, changes(first, second))),
      (tx) => store.markEndpoints(tx, { proven: [first, second], turned: [] }),
    );
    const proven = await stack.sql('select from webhook_endpoint where tenant_id = $1 and proven_at is not null', [
      tenant.id,
    ]);
    expect(proven).toHaveLength(2);
  });
});
