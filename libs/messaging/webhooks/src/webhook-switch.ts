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

/** A delivery that an endpoint did not answer with 2xx. */
export interface FailedDelivery extends PendingDelivery {
  /** True if it answered that it is gone. */
  isGone?: boolean;
}

/** Switches endpoints off that have failed for days and answered none of their deliveries, or that said that they are gone. */
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

  /** Switches endpoints of these failed deliveries off that are gone, or have been failing for too long. */
  async switchOffFailing(tenantId: TenantId, failed: readonly FailedDelivery[]): Promise<void> {
    const active = failed.filter(({ target }) => target?.active);
    const gone = new Set(active.filter(({ isGone }) => isGone).map(({ endpointId }) => endpointId));
    const overdue = active.filter(({ target }) => this.isOverdue(target!.failingSince));
    const ids = new Set([...gone, ...overdue.map(({ endpointId }) => endpointId)]);
    for (const id of ids) await this.switchOff(tenantId, id, gone.has(id));
  }

  private async switchOff(tenantId: TenantId, id: string, isGone: boolean): Promise<void> {
    await this.database.tenant(tenantId, async (tx) => {
      const endpoint = await this.endpoints.lockForUpdate(tx, tenantId, id);
      const failingSince = endpoint?.failingSince ?? null;
      // It may have answered, been moved or been switched off since.
      if (!endpoint?.active || failingSince === null) return;
      if (isGone) return this.endpoints.switchOff(tx, Object.assign(endpoint, { failingSince }));
      if (!this.isOverdue(failingSince)) return;
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
