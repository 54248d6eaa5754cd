import { Injectable } from '@nestjs/common';
import { CallCounter, type Count } from '#libs/core/limits';
import type { TenantView } from '#libs/core/auth';
import { PlanCache } from './plan-cache.js';
import type { RouteClass } from './plan.js';

/** Counts the calls a minute of a tenant, and of each of its credentials, by the tenant's plan. */
@Injectable()
export class CallRates {
  constructor(
    private readonly counter: CallCounter,
    private readonly plans: PlanCache,
  ) {}

  /** Counts a call. Undefined without a limit. */
  async count({ id, plan }: TenantView, credential: string, kind: RouteClass): Promise<Count | undefined> {
    const limit = plan ? this.plans.get(plan).callsPerMinute[kind] : null;
    if (limit === null) return undefined;
    return this.counter.countEach('calls', limit, [`${kind}:${credential}`, `${kind}:${id}`]);
  }
}
