import type { CarriedContext } from '#libs/core/observability';
import { newId, type Id, type TenantId } from '#libs/core/persistence';
import {
  CONTACT_EVENTS,
  CRM_EVENTS,
  ENDPOINT_EVENTS,
  type EventType,
  type MessageData,
  type PlatformEvent,
  type WebhookData,
} from '../events/event-types.js';

/** An event for the endpoints that subscribed to its type. */
export type WebhookEvent = PlatformEvent & {
  id: Id<'evt'>;
  occurredAt: Date;
  /**
   * Environment of the message that it is about, or by which a contact left. Other events of contacts have none: they say
   * `live`.
   */
  environment?: 'live' | 'test';
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

/** A sample event, marked with `Test`. */
export function sampleEvent(type: EventType): WebhookEvent {
  const event = { id: newId('evt'), occurredAt: new Date(), environment: 'test' as const };
  if (CRM_EVENTS.includes(type)) return { ...event, type, data: { ContactId: newId('cnt'), Test: true } };
  if (ENDPOINT_EVENTS.includes(type))
    return { ...event, type, data: { ...sampleEndpoint(event.occurredAt), Test: true } };
  if (!CONTACT_EVENTS.includes(type))
    return { ...event, type, data: { ...sampleMessage(type), ...sampleDetail(type), Test: true } };
  return { ...event, type, data: { ContactId: newId('cnt'), Email: 'someone@example.test', Test: true } };
}

const sampleEndpoint = (occurredAt: Date): WebhookData => ({
  WebhookId: newId('whk'),
  Url: 'https://example.test/hooks',
  FailingSince: new Date(occurredAt.getTime() - 5 * 86_400_000).toISOString(),
});

/** Fields of a real event beside those of its message. */
function sampleDetail(type: string): Record<string, unknown> {
  const Diagnostic = '550 5.1.1 User unknown';
  if (type === 'email.bounced') {
    return { Type: 'hard', Status: '5.1.1', SmtpCode: 550, Diagnostic, Error: Diagnostic };
  }
  if (type === 'email.complained') return { FeedbackType: 'abuse', Error: 'The recipient reported it as spam' };
  return type.endsWith('.failed') ? { Error: Diagnostic } : {};
}

function sampleMessage(type: string): MessageData {
  if (type.startsWith('sms.')) return { MessageId: newId('sms'), From: '+15550100', To: '+15550199' };
  if (type.startsWith('push.')) return { MessageId: newId('psh'), To: 'topic:sample' };
  return { MessageId: newId('msg'), From: 'hello@example.test', To: 'someone@example.test', Subject: 'A sample' };
}
