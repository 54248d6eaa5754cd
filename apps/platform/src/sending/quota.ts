import { Problem } from '#libs/http';
import type { Channel } from '../messages/message.js';
import { planOf } from '../plans/plan.js';
import type { Sender } from './sender.js';

/** Messages of a channel that the sender's plan allows a month; null is without a limit. @throws Problem PlanLimitExceeded */
export function quotaOf({ tenant }: Sender, channel: Channel): number | null {
  const quota = planOf(tenant.plan).quota[channel];
  if (quota === 0) throw new Problem('PlanLimitExceeded', { message: `The plan does not include ${channel}` });
  return quota;
}
