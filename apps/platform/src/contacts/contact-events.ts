import { newId } from '#libs/core/persistence';
import type { ContactEventData } from '../events/event-types.js';
import { topicIdOf, type SuppressionTopic } from '../suppressions/suppression.js';
import type { WebhookEvent } from '../webhooks/webhook-payload.js';
import type { ContactData } from './contact.js';

/** The event of a contact as it is after the change. */
export const contactEvent = (
  type: 'contact.created' | 'contact.updated',
  contact: ContactData,
  occurredAt: Date,
): WebhookEvent => ({ id: newId('evt'), type, occurredAt, data: payloadOf(contact) });

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
  data: { ...payloadOf(contact), TopicId: topicIdOf(topic) },
});

const payloadOf = ({ id, email, phone, name, attributes }: ContactData): ContactEventData => ({
  ContactId: id,
  Email: email,
  Phone: phone,
  Name: name,
  Attributes: attributes,
});
