import { Injectable } from '@nestjs/common';
import { AppEventSender } from '#libs/core/app-events';
import { logger } from '#libs/core/observability';
import { Database, newId, type Id, type TenantId } from '#libs/core/persistence';
import { PlatformConfig } from '../../config.js';
import { auditEndpoint } from '../webhook-audit.js';
import { WebhookDeliveryRepository, type PendingDelivery } from './webhook-delivery.repository.js';
import { WebhookEndpointRepository } from '../webhook-endpoint.repository.js';
import { WebhookEvents } from '../webhook-events.service.js';

const DAY_MS = 86_400_000;
const SERVICE = { kind: 'service', id: null, sessionId: null } as const;

/** Switches endpoints off that have failed for days and answered none of their deliveries. */
@Injectable()
export class WebhookSwitch {
  private readonly disableAfterMs: number;

  constructor(
    private readonly database: Database,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly events: WebhookEvents,
    private readonly appEvents: AppEventSender,
    { webhookDisableAfter }: PlatformConfig,
  ) {
    this.disableAfterMs = webhookDisableAfter * DAY_MS;
  }

  /** Switches endpoints of these failed deliveries off that have been failing for too long. */
  async switchOffFailing(tenantId: TenantId, failed: readonly PendingDelivery[]): Promise<void> {
    const overdue = failed.filter(({ target }) => target?.active && this.isOverdue(target.failingSince));
    for (const id of new Set(overdue.map(({ endpointId }) => endpointId))) await this.switchOff(tenantId, id);
  }

  private async switchOff(tenantId: TenantId, id: Id<'whk'>): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const before = await this.endpoints.lockForUpdate(tx, tenantId, id);
      // It may have answered, been moved or been switched off since.
      if (!before?.active || !this.isOverdue(before.failingSince)) return;
      // A success that was under way when the first failure was recorded did not end it.
      if (await this.deliveries.hasSucceededSince(tx, before, before.failingSince!)) {
        await this.endpoints.update(tx, before, { failingSince: new Date() });
        return;
      }
      const after = await this.endpoints.update(tx, before, { active: false, disabledAt: new Date() });
      await auditEndpoint(tx, 'webhook.disabled', { before, after }, SERVICE);
      const failingSince = before.failingSince!.toISOString();
      const data = { WebhookId: id, Url: after.url, FailingSince: failingSince };
      await this.events.record(tx, tenantId, [
        { id: newId('evt'), type: 'webhook.disabled', occurredAt: after.disabledAt!, data, context: null },
      ]);
      await this.appEvents.send(tx, tenantId, 'identity', 'platform.webhook.disabled', {
        webhookId: id,
        host: new URL(after.url).host,
        failingSince,
      });
      logger.info('A webhook was switched off: it failed for days', { webhookId: id, tenantId });
    });
  }

  private isOverdue(failingSince: Date | null): boolean {
    return failingSince !== null && Date.now() - failingSince.getTime() >= this.disableAfterMs;
  }
}
