import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppEventSender } from '#libs/core/app-events';
import type { TenantId } from '#libs/core/persistence';
import { TENANT_REMOVAL_OPTIONS, type TenantRemovalOptions } from './tenant-removal-options.js';

/** Removal of a tenant that an app has finished. */
export interface FinishedRemoval {
  tenantId: TenantId;
  removalId: string;
  rows: Record<string, number>;
}

/** Tells identity what an app has removed. */
export abstract class RemovalReport {
  /** In the transaction (of the tenant) that finishes the removal. It may come again for the same removal. */
  abstract send(tx: EntityManager, removal: FinishedRemoval): Promise<void>;
}

@Injectable()
export class RemovalReportByEvent extends RemovalReport {
  constructor(
    private readonly events: AppEventSender,
    @Inject(TENANT_REMOVAL_OPTIONS) private readonly options: TenantRemovalOptions,
  ) {
    super();
  }

  async send(tx: EntityManager, { tenantId, removalId, rows }: FinishedRemoval): Promise<void> {
    await this.events.send(tx, tenantId, 'identity', 'tenant.removed', { app: this.options.app, removalId, rows });
  }
}
