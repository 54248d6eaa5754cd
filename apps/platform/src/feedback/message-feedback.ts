import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId, type Id, type TenantId } from '#libs/persistence';
import { MessageEvents } from '../messages/events/message-events.service.js';
import { FeedbackMetrics } from './feedback.metrics.js';

/** What may be told of an e-mail after it was handed over. Each is an event of the timeline under this name. */
export type FeedbackType = 'delivered' | 'deferred' | 'bounced' | 'complained' | 'unsubscribed';

/** Something that was told of a message. */
export interface Feedback {
  type: FeedbackType;
  occurredAt: Date;
  /** As the timeline and the webhook show it; keys as on the wire. */
  detail: Record<string, unknown>;
  /** What the message's `Error` says from now on; null when nothing is wrong. */
  error: string | null;
  /** Of one message, feedback of one type and sameness is recorded once. */
  sameness: string;
}

/** Records what is told of e-mails, each thing once, in the caller's transaction. */
@Injectable()
export class MessageFeedback {
  constructor(
    private readonly events: MessageEvents,
    private readonly metrics: FeedbackMetrics,
  ) {}

  /**
   * Records feedback of a message that the caller holds. Returns whether it is news: what was told before leaves no
   * trace a second time.
   */
  async record(tx: EntityManager, tenantId: TenantId, messageId: string, feedback: Feedback): Promise<boolean> {
    const id = newId('evt');
    if (!(await isNews(tx, tenantId, messageId, feedback, id))) return false;
    const { type, occurredAt, detail, error } = feedback;
    await this.events.record(tx, tenantId, [{ id, messageId, type, occurredAt, detail, error, webhookData: detail }]);
    this.metrics.recorded(type);
    return true;
  }
}

async function isNews(
  tx: EntityManager,
  tenantId: TenantId,
  messageId: string,
  { type, sameness }: Feedback,
  eventId: Id<'evt'>,
): Promise<boolean> {
  const key = `${type}:${createHash('sha256').update(sameness).digest('base64url').slice(0, 22)}`;
  const rows = await tx.query<object[]>(
    `insert into message_feedback (tenant_id, message_id, key, event_id) values ($1, $2, $3, $4)
     on conflict on constraint message_feedback__pk do nothing returning key`,
    [tenantId, messageId, key, eventId],
  );
  return rows.length > 0;
}
