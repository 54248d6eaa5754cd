import { Injectable } from '@nestjs/common';
import { Problem } from '#libs/http';
import type { Channel } from '../messages/message.js';
import { PlanCache } from '../plans/plan-cache.js';
import type { Sender } from './sender.js';

@Injectable()
export class Quotas {
  constructor(private readonly plans: PlanCache) {}

  /** Messages of a channel that the sender's plan allows a month; null is without a limit. @throws Problem PlanLimitExceeded */
  of({ tenant }: Sender, channel: Channel): number | null {
    const quota = this.plans.get(tenant.plan).quota[channel];
    if (quota === 0) throw new Problem('PlanLimitExceeded', { message: `The plan does not include ${channel}` });
    return quota;
  }
}
