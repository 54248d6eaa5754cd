import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import { emailKey } from '../contacts/contact.js';
import { unsubscribedEvent } from '../contacts/contact-events.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { departureDetail } from '../events/event-data.js';
import { topicIdOf, type SuppressionTopic, NOT_TRANSACTIONAL } from '../suppressions/suppression.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import type { Feedback } from './feedback-recorder.js';
import type { KnownMessage } from './known-message.js';

/**
 * Topic that a recipient leaves who unsubscribes by a message: the one of the message, or all that is not transactional if
 * it has none.
 */
export const topicToLeave = ({ topic }: KnownMessage): SuppressionTopic => topic ?? NOT_TRANSACTIONAL;

/** The feedback of a recipient who left a topic; each topic is left once by a message. */
export const departure = (topic: SuppressionTopic, occurredAt: Date, detail: Record<string, unknown>): Feedback => ({
  type: 'unsubscribed',
  occurredAt,
  detail: departureDetail(topicIdOf(topic), detail),
  error: null,
  sameness: topicIdOf(topic) ?? '',
});

/** Tells webhooks of contacts that leave, by a link or by a report. */
@Injectable()
export class Departures {
  constructor(
    private readonly contacts: ContactRepository,
    private readonly webhooks: WebhookEvents,
  ) {}

  /** Records an event for each topic, about the contact that has the recipient's address; nothing if there is none. */
  async record(
    tx: EntityManager,
    tenantId: TenantId,
    { recipient, environment }: KnownMessage,
    topics: readonly SuppressionTopic[],
  ): Promise<void> {
    if (topics.length === 0) return;
    const [contact] = await this.contacts.lockKnown(tx, tenantId, { emailKeys: [emailKey(recipient)] });
    if (!contact) return;
    const events = topics.map((topic) => unsubscribedEvent(contact, topic, environment));
    await this.webhooks.record(tx, tenantId, events);
  }
}
