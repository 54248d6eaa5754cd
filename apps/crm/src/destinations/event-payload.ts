import { createHash } from 'node:crypto';
import type { TenantId } from '#libs/core/persistence';

interface Event {
  eventId: string;
  eventType: string;
  data: object;
  isTest: boolean;
}

/** The body of a delivery, with the names of Platform's webhooks. It is rendered once; every attempt signs and sends the same bytes. */
export function toPayload(tenantId: TenantId, { eventId, eventType, data, isTest }: Event): string {
  return JSON.stringify({
    EventId: eventId,
    EventType: eventType,
    Environment: isTest ? 'test' : 'live',
    CreatedAt: new Date().toISOString(),
    TenantId: tenantId,
    Data: data,
    ...(isTest && { teste: true }),
  });
}

const ID_DIGITS = 16;

/** The id of the event of something that has an id itself: always the same, so that a receiver drops what comes again. */
export function eventIdOf(type: string, id: string): string {
  return `evt_${createHash('sha256').update(`${type} ${id}`).digest('hex').slice(0, ID_DIGITS)}`;
}
