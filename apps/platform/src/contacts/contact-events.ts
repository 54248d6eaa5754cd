import { newId } from '#libs/persistence';
import type { WebhookEvent } from '../webhooks/webhook-payload.js';
import type { KnownContact } from './contact.js';

/** What webhooks hear of a contact: as it is after the change, with the time of the change. */
export function contactEvent(
  type: 'contact.created' | 'contact.updated' | 'contact.unsubscribed',
  contact: KnownContact,
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
