import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId, type TenantId } from '#libs/core/persistence';
import { MessageEvents } from '../messages/events/message-events.service.js';
import { FeedbackMetrics } from './feedback.metrics.js';
import { MessageFeedbackRepository } from './message-feedback.repository.js';

/** The types of feedback. Each is a timeline event of this name. */
export type FeedbackType = 'delivered' | 'deferred' | 'bounced' | 'complained' | 'unsubscribed';

/** Feedback of a message. */
export interface Feedback {
  type: FeedbackType;
  occurredAt: Date;
  /** Detail for the timeline and the webhook; keys as on the wire. */
  detail: Record<string, unknown>;
  /** The new `Error` of the message; null for none. */
  error: string | null;
  /** Feedback of a message with the same type and sameness is a duplicate. */
  sameness: string;
}

/** Records feedback of e-mails, each once, in the caller's transaction. */
@Injectable()
export class FeedbackRecorder {
  constructor(
    private readonly recorded: MessageFeedbackRepository,
    private readonly events: MessageEvents,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /** Records feedback of a message that the caller has locked. Returns false if it was recorded before. */
  async record(tx: EntityManager, tenantId: TenantId, messageId: string, feedback: Feedback): Promise<boolean> {
    return (await this.recordAll(tx, tenantId, messageId, [feedback])).length > 0;
  }

  /** {@link record} of several of one type, none of which moves the message's state; returns those that were new. */
  async recordAll(
    tx: EntityManager,
    tenantId: TenantId,
    messageId: string,
    feedback: readonly Feedback[],
  ): Promise<Feedback[]> {
    const [first] = feedback;
    if (!first) return [];
    // A recipient may leave one topic after the other by the same mail, which is one mail all the same.
    const isCounted =
      first.type !== 'unsubscribed' || !(await this.recorded.hasType(tx, tenantId, messageId, first.type));
    const rows = feedback.map((one) => ({ one, id: newId('evt'), key: keyOf(one) }));
    const keys = await this.recorded.insert(
      tx,
      rows.map(({ id, key }) => ({ tenantId, messageId, key, eventId: id })),
    );
    const fresh = rows.filter(({ key }) => keys.has(key));
    const events = fresh.map(({ id, one: { type, occurredAt, detail, error } }, index) => {
      const isRepeated = !isCounted || (type === 'unsubscribed' && index > 0);
      return { id, messageId, type, occurredAt, detail, error, webhookData: detail, isRepeated };
    });
    await this.events.record(tx, tenantId, events);
    for (const { type } of events) this.metrics.recorded(type);
    return fresh.map(({ one }) => one);
  }
}

function keyOf({ type, sameness }: Feedback): string {
  return `${type}:${createHash('sha256').update(sameness).digest('base64url').slice(0, 22)}`;
}
