import { newId } from '#libs/persistence';
import type { WebhookEvent } from '../webhooks/webhook-payload.js';
import type { ContactData } from './contact.js';

/** The event of a contact as it is after the change. */
export function contactEvent(
  type: 'contact.created' | 'contact.updated' | 'contact.unsubscribed',
  contact: ContactData,
  occurredAt: Date,
): WebhookEvent {
  return {
    id: newId('evt'),
    type,
    occurredAt,
    data: {
      ContactId: contact.id,
      Email: contact.email,
      Phone: contact.phone,
      Name: contact.name,
      Attributes: contact.attributes,
    },
  };
}
