import type { PlatformEvent } from '../events/event-types.js';
import type { CarriedContext } from '#libs/observability';
import type { Id, TenantId } from '#libs/persistence';

/** Something that happened, for those endpoints that want to know. */
export type WebhookEvent = PlatformEvent & {
  id: Id<'evt'>;
  occurredAt: Date;
  /** The context that its deliveries carry; that of the running code when absent. */
  context?: CarriedContext | null;
};

/** The body of a webhook. It is made once, and these very bytes are signed and sent at every attempt. */
export function toPayload(tenantId: TenantId, { id, type, occurredAt, data }: WebhookEvent): string {
  return JSON.stringify({
    EventId: id,
    EventType: type,
    CreatedAt: occurredAt.toISOString(),
    TenantId: tenantId,
    Data: data,
  });
}
