import { Injectable } from '@nestjs/common';
import { groupBy } from '#libs/core/jobs';
import { Database, type TenantId } from '#libs/core/persistence';
import { type PendingDelivery, WebhookStore } from './webhook-store.js';

/**
 * Limits the deliveries to endpoints that have never answered with 2xx, so that no account can aim its events at a server that
 * did not ask for them.
 */
@Injectable()
export class WebhookTrials {
  constructor(
    private readonly database: Database,
    private readonly store: WebhookStore,
  ) {}

  /** The ids of the deliveries that have to wait. Asks the database only about unproven endpoints. */
  async listWaiting(tenantId: TenantId, deliveries: readonly PendingDelivery[]): Promise<ReadonlySet<string>> {
    const unproven = deliveries.filter(({ target }) => target?.active && !target.proven);
    if (unproven.length === 0) return NONE;
    const byEndpoint = groupBy(unproven, ({ endpointId }) => endpointId);
    return this.database.tenant(tenantId, async (tx) => {
      const waiting = new Set<string>();
      for (const [endpointId, itsDeliveries] of byEndpoint) {
        const granted = await this.store.claimTrials(tx, tenantId, endpointId, itsDeliveries.length);
        for (const { id } of itsDeliveries.slice(granted)) waiting.add(id);
      }
      return waiting;
    });
  }
}

const NONE: ReadonlySet<string> = new Set();
