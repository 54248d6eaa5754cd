import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import { recordAudit } from '#libs/core/audit';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { FailingEndpoints } from '#libs/messaging/webhooks';
import { CrmConfig } from '../../config.js';
import { auditedOf } from '../destination-audit.js';
import type { Destination } from '../destination.entity.js';
import { DestinationRepository } from '../destination.repository.js';

const SERVICE = { kind: 'service', id: null, sessionId: null } as const;

/** Switches destinations off: owners and admins get a mail, the audit log has it, and reads of the destination say when. */
@Injectable()
export class FailingDestinations extends FailingEndpoints<Destination> {
  private readonly providersHost: string;

  constructor(
    private readonly destinations: DestinationRepository,
    private readonly appEvents: AppEventSender,
    { metaGraphUrl }: CrmConfig,
  ) {
    super();
    this.providersHost = new URL(metaGraphUrl).host;
  }

  lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Destination | null> {
    return this.destinations.lockForUpdate(tx, tenantId, id);
  }

  async setFailingSince(tx: EntityManager, destination: Destination, since: Date): Promise<void> {
    await this.destinations.update(tx, destination, { failingSince: since });
  }

  async switchOff(tx: EntityManager, before: Destination & { failingSince: Date }): Promise<void> {
    const after = await this.destinations.update(tx, before, { active: false, disabledAt: new Date() });
    const { tenantId, id } = before;
    await recordAudit(tx, {
      action: 'destination.disabled',
      object: { type: 'destination', id },
      tenantId,
      actor: SERVICE,
      before: auditedOf(before),
      after: auditedOf(after),
    });
    await this.appEvents.send(tx, tenantId, 'identity', 'platform.webhook.disabled', {
      webhookId: id,
      host: before.url === null ? this.providersHost : new URL(before.url).host,
      failingSince: before.failingSince.toISOString(),
    });
    logger.info('A destination was switched off: it failed for days, or is gone', { id, tenantId });
  }
}
