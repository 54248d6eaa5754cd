import type { Channel } from '../channel.js';

/** How far the daily limit of a tenant has grown. */
export interface Growth {
  doublings: number;
  /** The first day (`YYYY-MM-DD`, UTC) of the sending that decides on the next step. */
  since: string;
}

/** Events of a kind on one day (`YYYY-MM-DD`, UTC). */
export interface DayCount {
  day: string;
  channel: Channel;
  event: JudgedEvent;
  count: number;
}

/** The events that say how good sending was. */
export const JUDGED_EVENTS = ['sent', 'failed', 'bounced', 'complained'] as const;

type JudgedEvent = (typeof JUDGED_EVENTS)[number];

/** Doublings after which there is no daily limit any more: at a thousand times the first day. */
export const FULLY_GROWN = 10;

/** From these on, sending of a channel is bad. Below the counts, a share says nothing. */
const BAD = { undelivered: 3, undeliveredShare: 0.1, complaints: 2, complaintShare: 0.003 };

/** A gone device is nothing that the sender could know, so pushes are not judged. */
const JUDGED_CHANNELS: readonly Channel[] = ['email', 'sms'];

/** Messages that a plan with this `dailyRamp` allows on a day; null is without a limit. */
export function dailyLimitOf(dailyRamp: number, { doublings }: Growth): number | null {
  return doublings >= FULLY_GROWN ? null : dailyRamp * 2 ** doublings;
}

/**
 * The growth for `today`, by what was sent before. The limit doubles once half of it was sent well since the last step,
 * on one day or on several, and is halved after bad sending, down to that of the first day. It counts what was sent, not
 * what was accepted: messages that are scheduled and cancelled show nothing.
 *
 * @param growth null for a tenant that was not limited by the day before; it begins with its best day, if it sent well
 * @param history of the days from `growth.since` on, without today
 */
export function growthFor(
  today: string,
  growth: Growth | null,
  history: readonly DayCount[],
  dailyRamp: number,
): Growth {
  const isBad = JUDGED_CHANNELS.some((channel) => isBadSending(history.filter((count) => count.channel === channel)));
  if (!growth) return { doublings: isBad ? 0 : doublingsFor(bestDayOf(history), dailyRamp), since: today };
  const limit = dailyLimitOf(dailyRamp, growth);
  if (limit === null) return growth;
  if (isBad) return { doublings: Math.max(0, growth.doublings - 1), since: today };
  return sumOf(history, 'sent') >= limit / 2 ? { doublings: growth.doublings + 1, since: today } : growth;
}

function isBadSending(counts: readonly DayCount[]): boolean {
  const [failed, complained] = [sumOf(counts, 'failed'), sumOf(counts, 'complained')];
  const [tried, undelivered] = [sumOf(counts, 'sent') + failed, sumOf(counts, 'bounced') + failed];
  return (
    (undelivered >= BAD.undelivered && undelivered >= tried * BAD.undeliveredShare) ||
    (complained >= BAD.complaints && complained >= tried * BAD.complaintShare)
  );
}

const sumOf = (counts: readonly DayCount[], event: JudgedEvent): number =>
  counts.reduce((sum, counted) => sum + (counted.event === event ? counted.count : 0), 0);

function bestDayOf(history: readonly DayCount[]): number {
  const days = new Set(history.map(({ day }) => day));
  return Math.max(
    0,
    ...[...days].map((day) =>
      sumOf(
        history.filter((count) => count.day === day),
        'sent',
      ),
    ),
  );
}

/** The fewest doublings with which a day may have so many messages. */
function doublingsFor(messages: number, dailyRamp: number): number {
  return Math.min(FULLY_GROWN, Math.ceil(Math.log2(Math.max(1, messages / dailyRamp))));
}
