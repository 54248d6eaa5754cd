import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/core/http';
import type { Channel } from '../channel.js';
import { PlanCache } from '../plans/plan-cache.js';
import type { Sender } from './sender.js';
import type { Submission } from './submission.js';

@Injectable()
export class Quotas {
  constructor(private readonly plans: PlanCache) {}

  /** Limits of the sender's plan for a channel. @throws Problem PlanLimitExceeded */
  of({ tenant }: Sender, channel: Channel): Pick<Submission, 'quota' | 'dailyRamp'> {
    const { quota: quotas, dailyRamp } = this.plans.get(tenant.plan);
    const quota = quotas[channel];
    if (quota === 0) throw new Problem('PlanLimitExceeded', { message: `The plan does not include ${channel}` });
    return { quota, dailyRamp };
  }
}
