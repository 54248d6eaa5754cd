import type { PlanLimits } from '../../plans/plan.js';
import type { CreatePlanRequest, UpdatePlanRequest } from './dto/plan.requests.js';

/** Changes of a request; an undefined field stays. */
export interface PlanChange {
  quota: Partial<PlanLimits['quota']>;
  dailyRamp: number | null | undefined;
  callsPerMinute: Partial<PlanLimits['callsPerMinute']>;
}

export function toNewLimits({ Quota, DailyRamp = null, CallsPerMinute }: CreatePlanRequest): PlanLimits {
  return {
    quota: { email: Quota.Email, sms: Quota.Sms, push: Quota.Push },
    dailyRamp: DailyRamp,
    callsPerMinute: { send: CallsPerMinute.Send, read: CallsPerMinute.Read, write: CallsPerMinute.Write },
  };
}

export function toPlanChange({ Quota = {}, DailyRamp, CallsPerMinute = {} }: UpdatePlanRequest): PlanChange {
  return {
    quota: given({ email: Quota.Email, sms: Quota.Sms, push: Quota.Push }),
    dailyRamp: DailyRamp,
    callsPerMinute: given({ send: CallsPerMinute.Send, read: CallsPerMinute.Read, write: CallsPerMinute.Write }),
  };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function given<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;
}
