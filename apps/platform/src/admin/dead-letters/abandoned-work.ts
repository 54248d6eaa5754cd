import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { DeadLetter } from '#libs/jobs';
import { newId, type TenantId } from '#libs/persistence';
import { DELIVERY_JOBS, type DeliverMessages } from '../../delivery/delivery.js';
import { ReportRepository, type ProcessFeedback } from '../../feedback/report.repository.js';
import { MessageEvents } from '../../messages/events/message-events.service.js';
import { WebhookOutcomeRepository } from '../../webhooks/webhook-outcome.repository.js';
import type { DeliverWebhook } from '../../webhooks/webhook.js';

const REASON = 'Given up by the platform after it failed too often';
const DELIVERIES: readonly string[] = Object.values(DELIVERY_JOBS);

/** What is recorded of work that nobody will do: whoever waits for it is told that it failed. */
@Injectable()
export class AbandonedWork {
  constructor(
    private readonly events: MessageEvents,
    private readonly webhooks: WebhookOutcomeRepository,
    private readonly reports: ReportRepository,
  ) {}

  /** In the tenant's transaction that lets go of the work. */
  async record(tx: EntityManager, { tenantId, kind, payload }: DeadLetter): Promise<void> {
    if (DELIVERIES.includes(kind)) await this.messages(tx, tenantId, payload as unknown as DeliverMessages);
    if (kind === 'webhook.deliver') await this.webhook(tx, tenantId, payload as unknown as DeliverWebhook);
    if (kind === 'feedback.process') {
      await this.reports.remove(tx, tenantId, (payload as unknown as ProcessFeedback).reportId);
    }
  }

  /** Those that were sent before it failed stay as they are. */
  private async messages(tx: EntityManager, tenantId: TenantId, { messageIds }: DeliverMessages): Promise<void> {
    const waiting = await tx.query<{ id: string }[]>(
      `select id from message
       where tenant_id = $1 and id = any($2::text[]) and status in ('queued', 'processing', 'sending') for update`,
      [tenantId, messageIds],
    );
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

  private async webhook(tx: EntityManager, tenantId: TenantId, { deliveryId }: DeliverWebhook): Promise<void> {
    if (!(await this.webhooks.isPending(tx, tenantId, deliveryId))) return;
    await this.webhooks.record(tx, [{ tenantId, deliveryId, status: 'failed', error: REASON, retryAt: null }]);
  }
}
