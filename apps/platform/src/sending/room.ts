import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { dailyLimitOf } from '../ramp/ramp.js';
import { lockedDays, type SendingDay } from '../ramp/sending-day.js';
import { lockUsage, type Used } from '../usage/usage-counter.sql.js';
import type { OverLimit, Submission } from './submission.js';

/** Share of its tenant's quota and day that a submission takes. */
export type Demand = Pick<Submission, 'tenantId' | 'channel' | 'segments' | 'quota' | 'dailyRamp' | 'counted'> & {
  messages: readonly unknown[];
};

export const isLimited = ({ quota, dailyRamp, counted }: Demand): boolean =>
  counted && (quota !== null || dailyRamp !== null);

/**
 * Numbers of messages that tenants may still send by their quotas and daily limits. Their counters stay locked until the
 * transaction ends.
 */
export class Room {
  private constructor(
    private readonly used: Used,
    private readonly days: ReadonlyMap<TenantId, SendingDay>,
  ) {}

  static async lock(tx: SqlExecutor, submissions: readonly Demand[]): Promise<Room> {
    const limited = submissions.filter(isLimited);
    const used = await lockUsage(tx, [...new Set(limited.map(({ tenantId }) => tenantId))].sort());
    const ramps = new Map(
      limited.flatMap(({ tenantId, dailyRamp }) => (dailyRamp === null ? [] : [[tenantId, dailyRamp] as const])),
    );
    const days = ramps.size > 0 ? await lockedDays(tx, ramps) : new Map<TenantId, SendingDay>();
    for (const [tenantId, { accepted }] of days) used.set(dayOf(tenantId), accepted);
    return new Room(used, days);
  }

  copy(): Room {
    return new Room(new Map(this.used), this.days);
  }

  /** Claims the room that the submission needs; false if there is not enough, and then claims none. */
  claim(submission: Demand): boolean {
    if (!isLimited(submission)) return true;
    if (this.limitReachedBy(submission)) return false;
    const { tenantId, messages } = submission;
    this.used.set(counterOf(submission), this.usedOf(counterOf(submission)) + unitsOf(submission));
    this.used.set(dayOf(tenantId), this.usedOf(dayOf(tenantId)) + messages.length);
    return true;
  }

  /** The limit that leaves no room for the submission; of two, the one that lasts longer. */
  limitReachedBy(submission: Demand): OverLimit | undefined {
    const { tenantId, messages, quota } = submission;
    const needed = unitsOf(submission);
    const room = quota === null ? Infinity : quota - this.usedOf(counterOf(submission));
    if (quota !== null && needed > room) return { quota, left: Math.max(0, room), needed, unit: unitOf(submission) };
    const day = this.days.get(tenantId);
    const dailyLimit = day && submission.dailyRamp !== null ? dailyLimitOf(submission.dailyRamp, day.growth) : null;
    if (!day || dailyLimit === null) return undefined;
    const left = Math.max(0, dailyLimit - this.usedOf(dayOf(tenantId)));
    return messages.length > left ? { dailyLimit, left, resetsAt: day.resetsAt } : undefined;
  }

  private usedOf(counter: string): number {
    return this.used.get(counter) ?? 0;
  }
}

/** How much of its quota a submission uses. */
const unitsOf = ({ messages, segments = 1 }: Demand): number => messages.length * segments;
const unitOf = ({ channel }: Demand): 'messages' | 'segments' => (channel === 'sms' ? 'segments' : 'messages');
const counterOf = ({ tenantId, channel }: Demand): string => `${tenantId} ${channel}`;
/** All channels count towards the day. */
const dayOf = (tenantId: TenantId): string => `${tenantId} day`;
