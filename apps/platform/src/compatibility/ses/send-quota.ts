import { Injectable } from '@nestjs/common';
import { currentKey } from '#libs/core/auth';
import { PlanCache } from '../../plans/plan-cache.js';
import { UsageService } from '../../usage/usage.service.js';

/** Number of SES for no limit. */
const UNLIMITED = -1;

const SECONDS = 60;

/** Limits of the plan in the words of SES, whose quotas are of a day: here they are of the month. */
@Injectable()
export class SendQuota {
  constructor(
    private readonly plans: PlanCache,
    private readonly usage: UsageService,
  ) {}

  async get(): Promise<{ Max24HourSend: number; MaxSendRate: number; SentLast24Hours: number }> {
    const { tenant } = currentKey();
    const plan = tenant.plan ? this.plans.get(tenant.plan) : undefined;
    const calls = plan?.callsPerMinute.send ?? null;
    const { emailsSent } = await this.usage.get(tenant, new Date());
    return {
      Max24HourSend: plan?.quota.email ?? UNLIMITED,
      MaxSendRate: calls === null ? UNLIMITED : calls / SECONDS,
      SentLast24Hours: emailsSent,
    };
  }
}
