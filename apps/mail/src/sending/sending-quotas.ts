import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { SqlExecutor, TenantId } from '#libs/persistence';
import { PlanQuotaClient } from '#libs/plans';
import {
  type QuotaLimits,
  type QuotaScale,
  quotaExceeded,
  type QuotaState,
  type QuotaWindow,
  windowsAt,
} from './quota.js';
import { addUse, subtractUse } from './quota.sql.js';

/** How long a limit is used before Platform is asked again. */
const FRESH_MS = 60_000;
const TENANTS_KEPT = 10_000;

/** While Platform has never told a tenant's limits: enough to go on working, too little to harm anybody. */
const UNTIL_KNOWN: QuotaLimits = { day: 100, month: null };
const UNLIMITED: QuotaLimits = { day: null, month: null };

interface KnownLimits {
  limits: QuotaLimits;
  askedAt: number;
}

/** How many recipients a tenant may still send to, in a day and in a month. */
@Injectable()
export class SendingQuotas {
  private readonly known = new LRUCache<TenantId, KnownLimits>({ max: TENANTS_KEPT });
  private readonly asking = new Map<TenantId, Promise<QuotaLimits | undefined>>();

  constructor(private readonly plans: PlanQuotaClient) {}

  /** What the tenant's plan grants. Waits for Platform only the first time; old limits count while it does not answer. */
  async limitsOf(tenantId: TenantId): Promise<QuotaLimits> {
    const known = this.known.get(tenantId);
    if (!known) return (await this.ask(tenantId)) ?? UNTIL_KNOWN;
    if (Date.now() - known.askedAt > FRESH_MS) void this.ask(tenantId);
    return known.limits;
  }

  /**
   * Uses the quota for so many recipients. Call it last in a transaction: the tenant's other messages wait until that ends.
   * Returns the window with the least left; null without limits. @throws Problem QuotaExceeded
   */
  async use(
    tx: SqlExecutor,
    tenantId: TenantId,
    limits: QuotaLimits,
    recipients: number,
    now: Date,
  ): Promise<QuotaState | null> {
    const windows = windowsAt(now);
    const used = await addUse(tx, tenantId, windows, recipients);
    const limited = windows.flatMap((window) => stateOf(window, limits, used));
    const exceeded = limited.find((state) => state.used > state.limit);
    if (exceeded) throw quotaExceeded({ ...exceeded, used: exceeded.used - recipients }, recipients, now);
    return limited.toSorted((a, b) => a.limit - a.used - (b.limit - b.used))[0] ?? null;
  }

  /** Takes back what a message used that was accepted at `acceptedAt`. */
  async refund(tx: SqlExecutor, tenantId: TenantId, recipients: number, acceptedAt: Date): Promise<void> {
    await subtractUse(tx, tenantId, windowsAt(acceptedAt), recipients);
  }

  /** One question at a time for each tenant. Undefined if Platform does not answer; then the old limits count for a minute more. */
  private async ask(tenantId: TenantId): Promise<QuotaLimits | undefined> {
    const asked = this.asking.get(tenantId) ?? this.askNow(tenantId).finally(() => this.asking.delete(tenantId));
    this.asking.set(tenantId, asked);
    return asked;
  }

  private async askNow(tenantId: TenantId): Promise<QuotaLimits | undefined> {
    const quota = await this.plans.find(tenantId);
    const limits = quota === undefined ? this.known.get(tenantId)?.limits : limitsBy(quota);
    if (limits) this.known.set(tenantId, { limits, askedAt: Date.now() });
    return limits;
  }
}

function limitsBy(quota: { email: number | null; daily: number | null } | null): QuotaLimits {
  return quota ? { day: quota.daily, month: quota.email } : UNLIMITED;
}

function stateOf(window: QuotaWindow, limits: QuotaLimits, used: Record<QuotaScale, number>): QuotaState[] {
  const limit = limits[window.scale];
  return limit === null ? [] : [{ window, limit, used: used[window.scale] }];
}
