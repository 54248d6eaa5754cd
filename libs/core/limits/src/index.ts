/** Limits of rates, of running calls and of plans. */

export { ADDRESS_LIMITS, AddressLimit, type AddressLimitRule, AddressLimits } from './address-limit.js';
export { applyCount, CallCounter, type Count } from './call-counter.js';
export { CallLimitsModule } from './call-limits.module.js';
export { countGraphqlFields } from './graphql-fields.js';
export { LimitAddress } from './limit-address.js';
export { countOperation } from './operation-count.js';
export { SlidingMinute, type MinuteLimit } from './sliding-minute.js';
export { FAILED_CALL_RULE, FailedCallLimit, type FailedCallRule } from './failed-call-limit.js';
export { type Window, WindowLimit } from './window-limit.js';
export { WindowLimits } from './window-limits.js';
export { Places } from './places.js';
export { RunningSlots, slotsBusy } from './running-slots.js';
export { PlanQuotaClient, type PlanQuotaClientOptions, type Quota } from './plans/plan-quota-client.js';
