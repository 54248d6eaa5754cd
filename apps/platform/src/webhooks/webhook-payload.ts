import type { CarriedContext } from '#libs/core/observability';
import type { Id, TenantId } from '#libs/core/persistence';
import type { PlatformEvent } from '../events/event-types.js';

/** An event for the endpoints that subscribed to its type. */
export type WebhookEvent = PlatformEvent & {
  id: Id<'evt'>;
  occurredAt: Date;
  /**
   * Environment of the message that it is about, or by which a contact left. Other events of contacts have none: they say
   * `live`.
   */
  environment?: 'live' | 'test';
  /** Set for the first open or click of an e-mail by a reader. */
  isFirst?: boolean;
  /** The endpoint that alone gets it, if it subscribes; every subscriber if absent. */
  endpointId?: Id<'whk'> | null;
  /** The context that its deliveries carry; that of the running code if absent. */
  context?: CarriedContext | null;
};

/** The body of a webhook. It is rendered once; every attempt signs and sends the same bytes. */
export function toPayload(
  tenantId: TenantId,
  { id, type, occurredAt, environment = 'live', data }: WebhookEvent,
): string {
  return JSON.stringify({
    EventId: id,
    EventType: type,
    Environment: environment,
    CreatedAt: occurredAt.toISOString(),
    TenantId: tenantId,
    Data: data,
  });
}
