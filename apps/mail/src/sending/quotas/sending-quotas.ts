import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Problem } from '#libs/core/http';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { PlanQuotaClient } from '#libs/core/limits';
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

/** Limits before Platform has told those of a tenant: enough to go on working, too little to harm anybody. */
const UNTIL_KNOWN: QuotaLimits = { day: 100, month: null };
const UNLIMITED: QuotaLimits = { day: null, month: null };

/** Quota that a message needs of its tenant. */
export interface QuotaNeed {
  tenantId: TenantId;
  limits: QuotaLimits;
  recipients: number;
}

interface KnownLimits {
  limits: QuotaLimits;
  askedAt: number;
}

/** Counts recipients of tenants against the limits of their plans, by day and by month. */
@Injectable()
export class SendingQuotas {
  private readonly known = new LRUCache<TenantId, KnownLimits>({ max: TENANTS_KEPT });
  private readonly asking = new Map<TenantId, Promise<QuotaLimits | undefined>>();

  constructor(private readonly plans: PlanQuotaClient) {}

  /**
   * Returns the limits of the tenant's plan. Waits for Platform only the first time; old limits count while it does not
   * answer.
   */
  async limitsOf(tenantId: TenantId): Promise<QuotaLimits> {
    const known = this.known.get(tenantId);
    if (!known) return (await this.request(tenantId)) ?? UNTIL_KNOWN;
    if (Date.now() - known.askedAt > FRESH_MS) void this.request(tenantId);
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
    const [answer] = await this.useAll(tx, [{ tenantId, limits, recipients }], now);
    if (answer instanceof Problem) throw answer;
    return answer ?? null;
  }

  /**
   * The same for several messages, of which each uses what those before it have left. Returns for each the window with the
   * least left, null without limits, or the Problem QuotaExceeded; then it has used nothing.
   */
  async useAll(tx: SqlExecutor, uses: readonly QuotaNeed[], now: Date): Promise<(QuotaState | Problem | null)[]> {
    if (uses.length === 0) return [];
    const windows = windowsAt(now);
    const wanted = recipientsBy(uses);
    const used = await addUse(tx, windows, wanted);
    for (const [tenantId, use] of used) {
      const added = wanted.get(tenantId) ?? 0;
      used.set(tenantId, { day: use.day - added, month: use.month - added });
    }
    const refused: QuotaNeed[] = [];
    const answers = uses.map((need) => {
      const before = used.get(need.tenantId)!;
      const after = { day: before.day + need.recipients, month: before.month + need.recipients };
      const limited = windows.flatMap((window) => stateOf(window, need.limits, after));
      const exceeded = limited.find((state) => state.used > state.limit);
      if (exceeded) {
        refused.push(need);
        return quotaExceeded({ ...exceeded, used: exceeded.used - need.recipients }, need.recipients, now);
      }
      used.set(need.tenantId, after);
      return limited.toSorted((a, b) => a.limit - a.used - (b.limit - b.used))[0] ?? null;
    });
    for (const [tenantId, recipients] of recipientsBy(refused)) await subtractUse(tx, tenantId, windows, recipients);
    return answers;
  }

  /** Takes back what a message used that was accepted at `acceptedAt`. */
  async refund(tx: SqlExecutor, tenantId: TenantId, recipients: number, acceptedAt: Date): Promise<void> {
    await subtractUse(tx, tenantId, windowsAt(acceptedAt), recipients);
  }

  /** One question at a time for each tenant. Undefined if Platform does not answer; then the old limits count for a minute more. */
  private async request(tenantId: TenantId): Promise<QuotaLimits | undefined> {
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

function recipientsBy(needs: readonly QuotaNeed[]): Map<TenantId, number> {
  const byTenant = new Map<TenantId, number>();
  for (const { tenantId, recipients } of needs) byTenant.set(tenantId, (byTenant.get(tenantId) ?? 0) + recipients);
  return byTenant;
}

function stateOf(window: QuotaWindow, limits: QuotaLimits, used: Record<QuotaScale, number>): QuotaState[] {
  const limit = limits[window.scale];
  return limit === null ? [] : [{ window, limit, used: used[window.scale] }];
}
