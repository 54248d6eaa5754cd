import type { Channel } from '../channel.js';

/** Routes by their rate limit: sending, reading, and every other change. */
export type RouteClass = 'send' | 'read' | 'write';

/** Limits of a plan. Null is no limit. */
export interface PlanLimits {
  /** Messages a month, in UTC; 0 means that the plan does not include the channel. */
  quota: Record<Channel, number | null>;
  /** Messages of all channels on the first day, in UTC, of a tenant whose daily limit grows; null is no daily limit. */
  dailyRamp: number | null;
  /** Calls a minute of the tenant, and of each of its keys and sessions. */
  callsPerMinute: Record<RouteClass, number | null>;
}

/** Tenants without a plan have this one. */
export const NO_PLAN = '';

/** A tenant without a plan has no limits, as on a self-hosted installation. */
export const WITHOUT_PLAN: PlanLimits = {
  quota: { email: null, sms: null, push: null },
  dailyRamp: null,
  callsPerMinute: { send: null, read: null, write: null },
};

/** Limits of an unknown plan: no messages, and calls enough to read the account and its data. */
export const UNKNOWN_PLAN: PlanLimits = {
  quota: { email: 0, sms: 0, push: 0 },
  dailyRamp: null,
  callsPerMinute: { send: 60, read: 60, write: 60 },
};
