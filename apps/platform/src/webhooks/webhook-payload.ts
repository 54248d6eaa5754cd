import type { CarriedContext } from '#libs/observability';
import { newId, type Id, type TenantId } from '#libs/persistence';
import { CONTACT_EVENTS, type EventType, type MessageData, type PlatformEvent } from '../events/event-types.js';

/** Something that happened, for the endpoints that subscribed to its type. */
export type WebhookEvent = PlatformEvent & {
  id: Id<'evt'>;
  occurredAt: Date;
  /** The context that its deliveries carry; that of the running code if absent. */
  context?: CarriedContext | null;
};

/** The body of a webhook. It is made once: every attempt signs and sends these very bytes. */
export function toPayload(tenantId: TenantId, { id, type, occurredAt, data }: WebhookEvent): string {
  return JSON.stringify({
    EventId: id,
    EventType: type,
    CreatedAt: occurredAt.toISOString(),
    TenantId: tenantId,
    Data: data,
  });
}

/** An event that did not happen, in the form of one that did; `Test` tells them apart. */
export function sampleEvent(type: EventType): WebhookEvent {
  const event = { id: newId('evt'), occurredAt: new Date() };
  if (!CONTACT_EVENTS.includes(type)) return { ...event, type, data: { ...sampleMessage(type), Test: true } };
  return { ...event, type, data: { ContactId: newId('cnt'), Email: 'someone@example.test', Test: true } };
}

function sampleMessage(type: string): MessageData {
  if (type.startsWith('sms.')) return { MessageId: newId('sms'), From: '+15550100', To: '+15550199' };
  if (type.startsWith('push.')) return { MessageId: newId('psh'), To: 'topic:sample' };
  return { MessageId: newId('msg'), From: 'hello@example.test', To: 'someone@example.test', Subject: 'A sample' };
}
