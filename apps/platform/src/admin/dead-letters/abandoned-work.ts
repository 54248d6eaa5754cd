import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { DeadLetter } from '#libs/jobs';
import { newId, type TenantId } from '#libs/persistence';
import { ALL_DELIVERY_JOBS, type DeliverMessages } from '../../delivery/delivery.js';
import { FeedbackReportRepository } from '../../feedback/feedback-report.repository.js';
import type { ProcessFeedback } from '../../feedback/feedback-reports.service.js';
import { Message } from '../../messages/message.entity.js';
import { MessageEvents } from '../../messages/events/message-events.service.js';
import { WebhookDeliveryRepository } from '../../webhooks/webhook-delivery.repository.js';
import type { DeliverWebhook } from '../../webhooks/webhook-queue.js';

const REASON = 'Given up by the platform after it failed too often';
const DELIVERIES: readonly string[] = ALL_DELIVERY_JOBS;

/** Records the failure of what waits for a discarded job. */
@Injectable()
export class AbandonedWork {
  constructor(
    private readonly events: MessageEvents,
    private readonly webhooks: WebhookDeliveryRepository,
    private readonly reports: FeedbackReportRepository,
  ) {}

  /** Runs in the tenant's transaction that discards the job. */
  async record(tx: EntityManager, { tenantId, kind, payload }: DeadLetter): Promise<void> {
    if (DELIVERIES.includes(kind)) await this.failMessages(tx, tenantId, payload as unknown as DeliverMessages);
    if (kind === 'webhook.deliver') await this.failWebhook(tx, tenantId, payload as unknown as DeliverWebhook);
    if (kind === 'feedback.process') {
      await this.reports.delete(tx, tenantId, (payload as unknown as ProcessFeedback).reportId);
    }
  }

  /** Messages that were sent before the failure stay sent. */
  private async failMessages(tx: EntityManager, tenantId: TenantId, { messageIds }: DeliverMessages): Promise<void> {
    const waiting = await tx.find(Message, {
      select: { id: true },
      where: { tenantId, id: In([...messageIds]), status: In(['queued', 'processing', 'sending']) },
      lock: { mode: 'pessimistic_write' },
    });
    const failed = waiting.map(({ id }) => ({
      id: newId('evt'),
      messageId: id,
      type: 'failed',
      occurredAt: new Date(),
      error: REASON,
      detail: { Reason: REASON },
    }));
    await this.events.record(tx, tenantId, failed);
  }

  private async failWebhook(tx: EntityManager, tenantId: TenantId, { deliveryId }: DeliverWebhook): Promise<void> {
    if (!(await this.webhooks.isPending(tx, tenantId, deliveryId))) return;
    await this.webhooks.updateOutcomes(tx, [{ tenantId, deliveryId, status: 'failed', error: REASON, retryAt: null }]);
  }
}
