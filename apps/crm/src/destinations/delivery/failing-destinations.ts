import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { recordAudit } from '#libs/core/audit';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { FailingEndpoints } from '#libs/messaging/webhooks';
import { auditedOf } from '../destination-audit.js';
import type { Destination } from '../destination.entity.js';
import { DestinationRepository } from '../destination.repository.js';

const SERVICE = { kind: 'service', id: null, sessionId: null } as const;

/** Switches destinations off. The audit log has it, and reads of the destination say when. */
@Injectable()
export class FailingDestinations extends FailingEndpoints<Destination> {
  constructor(private readonly destinations: DestinationRepository) {
    super();
  }

  lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Destination | null> {
    return this.destinations.lockForUpdate(tx, tenantId, id);
  }

  async setFailingSince(tx: EntityManager, destination: Destination, since: Date): Promise<void> {
    await this.destinations.update(tx, destination, { failingSince: since });
  }

  async switchOff(tx: EntityManager, before: Destination): Promise<void> {
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
    logger.info('A destination was switched off: it failed for days', { id, tenantId });
  }
}
