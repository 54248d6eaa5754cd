import { newId } from '#libs/core/persistence';
import { contactData } from '../events/event-data.js';
import { topicIdOf, type SuppressionTopic } from '../suppressions/suppression.js';
import type { WebhookEvent } from '../webhooks/webhook-payload.js';
import type { ContactData } from './contact.js';

/** The event of a contact as it is after the change. */
export const contactEvent = (
  type: 'contact.created' | 'contact.updated',
  contact: ContactData,
  occurredAt: Date,
): WebhookEvent => ({ id: newId('evt'), type, occurredAt, data: contactData(contact) });

/** The event of a contact that left a topic by a message of the environment. */
export const unsubscribedEvent = (
  contact: ContactData,
  topic: SuppressionTopic,
  environment: 'live' | 'test',
): WebhookEvent => ({
  id: newId('evt'),
  type: 'contact.unsubscribed',
  occurredAt: new Date(),
  environment,
  data: { ...contactData(contact), TopicId: topicIdOf(topic) },
});
