import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CredentialReader } from '#libs/core/auth';
import { logger } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import type { KeptDays } from '#libs/sites/traffic';

const FRESH_MS = 60_000;
const MAX_TENANTS = 50_000;

/** Traffic that a plan grants. */
export interface TrafficPlan {
  /** Days that events are kept. */
  keptDays: KeptDays;
  /** Events that are kept in a month; null for any number. */
  events: number | null;
  /** Recordings that may begin in a day (UTC); null for any number. */
  recordings: number | null;
}

/** An account without a plan has no limits, as on a self-hosted installation. */
const WITHOUT_PLAN: TrafficPlan = { keptDays: 400, events: null, recordings: null };
const SMALLEST: TrafficPlan = { keptDays: 30, events: 100_000, recordings: 100 };

export const TRAFFIC_PLANS: Readonly<Record<string, TrafficPlan>> = {
  '': WITHOUT_PLAN,
  none: WITHOUT_PLAN,
  free: SMALLEST,
  starter: { keptDays: 90, events: 1_000_000, recordings: 1_000 },
  growth: { keptDays: 400, events: 10_000_000, recordings: 10_000 },
  scale: { keptDays: 400, events: null, recordings: null },
};

/** The plans of tenants, by the credential view. While neither Redis nor identity answers, the last answer counts. */
@Injectable()
export class TenantPlans {
  private readonly known = new LRUCache<TenantId, TrafficPlan>({ max: MAX_TENANTS, ttl: FRESH_MS, allowStale: true });
  private readonly last = new LRUCache<TenantId, TrafficPlan>({ max: MAX_TENANTS });

  constructor(private readonly credentials: CredentialReader) {}

  async find(tenantId: TenantId): Promise<TrafficPlan> {
    const known = this.known.get(tenantId, { allowStale: false });
    if (known) return known;
    let plan = this.last.get(tenantId) ?? WITHOUT_PLAN;
    try {
      const view = await this.credentials.read('tenant', tenantId);
      plan = view ? (TRAFFIC_PLANS[view.plan] ?? SMALLEST) : plan;
    } catch (error) {
      logger.warn('The plan of a tenant is unknown; its events are kept as before', { tenantId, error });
    }
    this.known.set(tenantId, plan);
    this.last.set(tenantId, plan);
    return plan;
  }
}
