import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type TenantId } from '#libs/core/persistence';
import { WebhookOptions } from './webhook-options.js';
import { type PendingDelivery, WebhookStore } from './webhook-store.js';

const DAY_MS = 86_400_000;

/** An endpoint that may be switched off. */
export interface FailingEndpoint {
  active: boolean;
  failingSince: Date | null;
}

/** Switches endpoints off in the app's way: with its audit log, and whoever is told. */
export abstract class FailingEndpoints<Endpoint extends FailingEndpoint = FailingEndpoint> {
  abstract lockForUpdate(tx: EntityManager, tenantId: TenantId, id: string): Promise<Endpoint | null>;

  /** Sets since when it has been failing. */
  abstract setFailingSince(tx: EntityManager, endpoint: Endpoint, since: Date): Promise<void>;

  abstract switchOff(tx: EntityManager, endpoint: Endpoint & { failingSince: Date }): Promise<void>;
}

/** Switches endpoints off that have failed for days and answered none of their deliveries. */
@Injectable()
export class WebhookSwitch {
  private readonly disableAfterMs: number;

  constructor(
    private readonly database: Database,
    private readonly endpoints: FailingEndpoints,
    private readonly store: WebhookStore,
    { disableAfterDays }: WebhookOptions,
  ) {
    this.disableAfterMs = disableAfterDays * DAY_MS;
  }

  /** Switches endpoints of these failed deliveries off that have been failing for too long. */
  async switchOffFailing(tenantId: TenantId, failed: readonly PendingDelivery[]): Promise<void> {
    const overdue = failed.filter(({ target }) => target?.active && this.isOverdue(target.failingSince));
    for (const id of new Set(overdue.map(({ endpointId }) => endpointId))) await this.switchOff(tenantId, id);
  }

  private async switchOff(tenantId: TenantId, id: string): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const endpoint = await this.endpoints.lockForUpdate(tx, tenantId, id);
      const failingSince = endpoint?.failingSince ?? null;
      // It may have answered, been moved or been switched off since.
      if (!endpoint?.active || failingSince === null || !this.isOverdue(failingSince)) return;
      // A success that was under way when the first failure was recorded did not end it.
      if (await this.store.hasSucceededSince(tx, tenantId, id, failingSince))
        await this.endpoints.setFailingSince(tx, endpoint, new Date());
      else await this.endpoints.switchOff(tx, Object.assign(endpoint, { failingSince }));
    });
  }

  private isOverdue(failingSince: Date | null): boolean {
    return failingSince !== null && Date.now() - failingSince.getTime() >= this.disableAfterMs;
  }
}
