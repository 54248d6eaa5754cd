import type { EventType } from '#libs/events';
import { newId } from '#libs/persistence';
import type { WebhookEvent } from './webhook-payload.js';

/** An event that did not happen, in the form of one that did; `Test` tells them apart. */
export function sampleEvent(type: EventType): WebhookEvent {
  return { id: newId('evt'), type, occurredAt: new Date(), data: { ...sampleData(type), Test: true } };
}

function sampleData(type: EventType): Record<string, unknown> {
  const [subject] = type.split('.', 1);
  switch (subject) {
    case 'sms':
      return { MessageId: newId('sms'), From: '+15550100', To: '+15550199' };
    case 'push':
      return { MessageId: newId('psh'), To: 'topic:sample' };
    case 'contact':
      return { ContactId: newId('cnt'), Email: 'someone@example.test' };
    default:
      return { MessageId: newId('msg'), From: 'hello@example.test', To: 'someone@example.test', Subject: 'A sample' };
  }
}
