import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId, type TenantId } from '#libs/persistence';
import { MessageEvents } from '../messages/events/message-events.service.js';
import { FeedbackMetrics } from './feedback.metrics.js';
import { MessageFeedbackRepository } from './message-feedback.repository.js';

/** The types of feedback. Each is a timeline event of this name. */
export type FeedbackType = 'delivered' | 'deferred' | 'bounced' | 'complained' | 'unsubscribed';

/** Feedback of a message. */
export interface Feedback {
  type: FeedbackType;
  occurredAt: Date;
  /** As the timeline and the webhook show it; keys as on the wire. */
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
    const id = newId('evt');
    const key = keyOf(feedback);
    if (!(await this.recorded.insert(tx, { tenantId, messageId, key, eventId: id }))) return false;
    const { type, occurredAt, detail, error } = feedback;
    await this.events.record(tx, tenantId, [{ id, messageId, type, occurredAt, detail, error, webhookData: detail }]);
    this.metrics.recorded(type);
    return true;
  }
}

function keyOf({ type, sameness }: Feedback): string {
  return `${type}:${createHash('sha256').update(sameness).digest('base64url').slice(0, 22)}`;
}
