import type { WebhookStore } from '#libs/messaging/webhooks';
import { GROUP, type Group, group } from './groups.js';

const AT = new Date();

/** Groups of the machine of webhooks over the tables of an app. */
export function webhookGroups(
  store: WebhookStore,
  deliveryIds: readonly string[],
  endpointIds: readonly string[],
  address: string,
): Record<string, Group> {
  const attempt = { number: 2, attemptedAt: AT, durationMs: 5, responseStatus: 200, responseSnippet: '' };
  return {
    'deliveries and their endpoints': group(
      (_, hot, own) => store.listPending(hot, own, deliveryIds),
      2 * 5 * GROUP.length,
    ),
    'outcomes of deliveries': group(
      (_, hot, own) =>
        store.updateOutcomes(
          hot,
          deliveryIds.map((deliveryId) => ({
            tenantId: own,
            deliveryId,
            status: 'delivered',
            error: null,
            retryAt: null,
            attempt,
          })) as never,
        ),
      2 * 5 * GROUP.length,
    ),
    'endpoints that are proven': group((_, hot, own) =>
      store.markEndpoints(hot, {
        proven: endpointIds.map((endpointId) => ({ tenantId: own, endpointId, address })),
        turned: [],
      }),
    ),
    'endpoints that work': group((_, hot, own) =>
      store.markEndpoints(hot, {
        proven: [],
        turned: endpointIds.map((endpointId) => ({ tenantId: own, endpointId, address, works: true })),
      }),
    ),
  };
}
