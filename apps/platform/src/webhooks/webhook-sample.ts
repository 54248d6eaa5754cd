import { CONTACT_EVENTS, type EventType, type MessageData } from '../events/event-types.js';
import { newId } from '#libs/persistence';
import type { WebhookEvent } from './webhook-payload.js';

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
