import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { logger } from '#libs/core/observability';
import { newId, type TenantId } from '#libs/core/persistence';
import { FailingEndpoints } from '#libs/messaging/webhooks';
import { disabledData } from '../../events/event-data.js';
import { auditEndpoint } from '../webhook-audit.js';
import type { WebhookEndpoint } from '../webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from '../webhook-endpoint.repository.js';
import { WebhookEvents } from '../webhook-events.service.js';

const SERVICE = { kind: 'service', id: null, sessionId: null } as const;

/** Switches webhooks off. The other webhooks of the tenant hear of it, and so do its owners and admins. */
@Injectable()
export class FailingWebhooks extends FailingEndpoints<WebhookEndpoint> {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly events: WebhookEvents,
    private readonly appEvents: AppEventSender,
  ) {
    super();
  }

  lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<WebhookEndpoint | null> {
    return this.endpoints.lockForUpdate(tx, tenantId, id as WebhookEndpoint['id']);
  }

  async setFailingSince(tx: EntityManager, endpoint: WebhookEndpoint, since: Date): Promise<void> {
    await this.endpoints.update(tx, endpoint, { failingSince: since });
  }

  async switchOff(tx: EntityManager, before: WebhookEndpoint & { failingSince: Date }): Promise<void> {
    const { tenantId, id } = before;
    const after = await this.endpoints.update(tx, before, { active: false, disabledAt: new Date() });
    await auditEndpoint(tx, 'webhook.disabled', { before, after }, SERVICE);
    const failingSince = before.failingSince.toISOString();
    const data = disabledData(id, after.url, before.failingSince);
    await this.events.record(tx, tenantId, [
      { id: newId('evt'), type: 'webhook.disabled', occurredAt: after.disabledAt!, data, context: null },
    ]);
    await this.appEvents.send(tx, tenantId, 'identity', 'platform.webhook.disabled', {
      webhookId: id,
      host: new URL(after.url).host,
      failingSince,
    });
    logger.info('A webhook was switched off: it failed for days, or is gone', { webhookId: id, tenantId });
  }
}
