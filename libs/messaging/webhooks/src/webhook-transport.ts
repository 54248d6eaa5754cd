import type { TenantId } from '#libs/core/persistence';
import type { SentWebhook } from './webhook-sender.js';
import type { DeliveryTarget, PendingDelivery } from './webhook-store.js';

/** A delivery that is not to be attempted any more, and why. */
export interface RefusedDelivery {
  refused: string;
}

/** Makes the request of a delivery in the app's way: what its body is, and how it is signed. */
export abstract class WebhookTransport {
  /** One attempt, by `WebhookSender`; undefined if the shutdown cut it off. Throws for a fault of the app, and the job is tried again. */
  abstract send(
    tenantId: TenantId,
    delivery: PendingDelivery,
    target: DeliveryTarget,
  ): Promise<SentWebhook | RefusedDelivery | undefined>;
}
