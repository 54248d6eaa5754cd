import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import type { CancelledJob } from '#libs/core/jobs';
import { newId, type TenantId } from '#libs/core/persistence';
import { type DeliverWebhook, WebhookStore } from '#libs/messaging/webhooks';
import { ALL_DELIVERY_JOBS, type DeliverMessages } from '../../delivery/delivery.js';
import { FeedbackReportRepository } from '../../feedback/reports/feedback-report.repository.js';
import type { ProcessFeedback } from '../../feedback/reports/feedback-reports.service.js';
import { Message } from '../../messages/message.entity.js';
import { MessageEvents } from '../../messages/events/message-events.service.js';

const GIVEN_UP = 'Given up by the platform after it failed too often';
const DELIVERIES: readonly string[] = ALL_DELIVERY_JOBS;

/** Records the failure of what waits for a job that was removed. */
@Injectable()
export class AbandonedWork {
  constructor(
    private readonly events: MessageEvents,
    private readonly webhooks: WebhookStore,
    private readonly reports: FeedbackReportRepository,
  ) {}

  /** Runs in the tenant's transaction that removes the job. */
  async record(tx: EntityManager, { tenantId, kind, payload }: CancelledJob, reason = GIVEN_UP): Promise<void> {
    if (DELIVERIES.includes(kind)) await this.failMessages(tx, tenantId, payload as unknown as DeliverMessages, reason);
    if (kind === 'webhook.deliver') await this.failWebhook(tx, tenantId, payload as unknown as DeliverWebhook, reason);
    if (kind === 'feedback.process') {
      await this.reports.delete(tx, tenantId, (payload as unknown as ProcessFeedback).reportId);
    }
  }

  /** Messages that were sent before the failure stay sent. */
  private async failMessages(
    tx: EntityManager,
    tenantId: TenantId,
    { messageIds }: DeliverMessages,
    error: string,
  ): Promise<void> {
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
      error,
      detail: { Reason: error },
    }));
    await this.events.record(tx, tenantId, failed);
  }

  private async failWebhook(
    tx: EntityManager,
    tenantId: TenantId,
    { deliveryId }: DeliverWebhook,
    error: string,
  ): Promise<void> {
    if (!(await this.webhooks.isPending(tx, tenantId, deliveryId))) return;
    await this.webhooks.updateOutcomes(tx, [{ tenantId, deliveryId, status: 'failed', error, retryAt: null }]);
  }
}
