import { Injectable } from '@nestjs/common';
import { Database, type TenantId } from '#libs/core/persistence';
import { PlanQuotaClient, type Quota } from '#libs/core/limits';
import { type LocalUsage, UsageRepository } from './usage.repository.js';

export interface Usage extends LocalUsage {
  /** `YYYY-MM`, UTC. */
  period: string;
  /** Null if Platform knows none; undefined if Platform did not answer. */
  quota: Quota | null | undefined;
}

/** Answers how much an account uses the CRM, and how much its plan allows. */
@Injectable()
export class UsageService {
  constructor(
    private readonly database: Database,
    private readonly usage: UsageRepository,
    private readonly platform: PlanQuotaClient,
  ) {}

  /** The use in a month (`YYYY-MM`, UTC). */
  async get(tenantId: TenantId, period: string): Promise<Usage> {
    const [year, month] = period.split('-').map(Number) as [number, number];
    const [start, end] = [new Date(Date.UTC(year, month - 1)), new Date(Date.UTC(year, month))];
    const [local, quota] = await Promise.all([
      this.database.tenant(tenantId, (tx) => this.usage.count(tx, tenantId, start, end)),
      this.platform.find(tenantId),
    ]);
    return { ...local, period, quota };
  }
}
