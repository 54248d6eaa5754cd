import type { Channel } from '../messages/message.js';

/** Routes by their rate limit: sending, reading, and every other change. */
export type RouteClass = 'send' | 'read' | 'write';

/** The limits of an account. Null is no limit; a quota of 0 means that the plan does not include the channel. */
export interface Plan {
  /** Messages a month, in UTC. */
  quota: Record<Channel, number | null>;
  /** Calls a minute of each key or session. */
  callsPerMinute: Record<RouteClass, number | null>;
}

const UNLIMITED: Plan = {
  quota: { email: null, sms: null, push: null },
  callsPerMinute: { send: null, read: null, write: null },
};

/** An account without a plan has no limits, as on a self-hosted installation. */
const PLANS: Readonly<Record<string, Plan>> = {
  '': UNLIMITED,
  free: {
    quota: { email: 3_000, sms: 0, push: 10_000 },
    callsPerMinute: { send: 120, read: 600, write: 300 },
  },
  starter: {
    quota: { email: 50_000, sms: 1_000, push: 200_000 },
    callsPerMinute: { send: 1_200, read: 1_200, write: 600 },
  },
  growth: {
    quota: { email: 500_000, sms: 20_000, push: 2_000_000 },
    callsPerMinute: { send: 12_000, read: 6_000, write: 3_000 },
  },
  scale: {
    quota: { email: null, sms: null, push: null },
    callsPerMinute: { send: 120_000, read: 60_000, write: 30_000 },
  },
};

/** The plan of that name; an unknown name has the limits of an account without a plan. */
export function planOf(name: string): Plan {
  return Object.hasOwn(PLANS, name) ? (PLANS[name] ?? UNLIMITED) : UNLIMITED;
}

export function isPlan(name: string): boolean {
  return Object.hasOwn(PLANS, name);
}

/** Every plan by its name, smallest first; the empty name stands for no plan. */
export function allPlans(): [name: string, plan: Plan][] {
  return Object.entries(PLANS);
}
