import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import { createRedis, type RedisClient } from '#libs/core/redis';
import { appendLive, type CollectedEvent, liveEntryOf, type TrafficFold, TrafficFolds } from '#libs/sites/traffic';
import { RuntimeConfig } from '../config.js';

/**
 * Repeats counted events in the ring of their tenant, which live reports read. A ring is for looking on: what Redis does not take is
 * not in it, and counting goes on.
 */
@Injectable()
export class LiveRing implements TrafficFold, OnApplicationShutdown {
  private readonly redis: RedisClient;
  /** Whether the last entry failed: one line in the log for each time that they begin to. */
  private isFailing = false;

  constructor({ redisUrl }: RuntimeConfig, folds: TrafficFolds) {
    this.redis = createRedis(redisUrl);
    folds.register(this);
  }

  async write(): Promise<void> {}

  committed(events: readonly CollectedEvent[]): void {
    for (const [tenantId, ofTenant] of byTenant(events)) {
      const entry = liveEntryOf(ofTenant);
      if (!entry) continue;
      appendLive(this.redis, tenantId, entry).then(
        () => (this.isFailing = false),
        (error: unknown) => this.failed(error),
      );
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private failed(error: unknown): void {
    if (!this.isFailing) logger.warn('Live traffic is not shown: Redis does not take it', { error });
    this.isFailing = true;
  }
}

function byTenant(events: readonly CollectedEvent[]): Map<TenantId, CollectedEvent[]> {
  const found = new Map<TenantId, CollectedEvent[]>();
  for (const event of events) {
    const known = found.get(event.tenantId);
    if (known) known.push(event);
    else found.set(event.tenantId, [event]);
  }
  return found;
}
