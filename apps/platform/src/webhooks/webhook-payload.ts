import type { EventType } from '#libs/events';
import type { Id, TenantId } from '#libs/persistence';

/** Something that happened, for those endpoints that want to know. */
export interface WebhookEvent {
  id: Id<'evt'>;
  type: EventType;
  occurredAt: Date;
  /** What the event says besides; keys as on the wire, such as MessageId. */
  data: Record<string, unknown>;
}

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
