import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId, type TenantId } from '#libs/persistence';
import { MessageEvents } from '../messages/events/message-events.service.js';
import { FeedbackMetrics } from './feedback.metrics.js';
import { MessageFeedbackRepository } from './message-feedback.repository.js';

/** What may be reported of an e-mail after it was sent. Each is an event of the timeline under this name. */
export type FeedbackType = 'delivered' | 'deferred' | 'bounced' | 'complained' | 'unsubscribed';

/** Something that was reported of a message. */
export interface Feedback {
  type: FeedbackType;
  occurredAt: Date;
  /** As the timeline and the webhook show it; keys as on the wire. */
  detail: Record<string, unknown>;
  /** What the message's `Error` says from now on; null if nothing is wrong. */
  error: string | null;
  /** Of one message, feedback of one type and sameness is recorded once. */
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
