import { COUNTED_EVENTS, type CountedEvent } from '../../event-counts/event-counts.js';
import { ratesOf, type EventTotals, type Rates } from '../../reports/report.js';
import type { Channel } from '../../channel.js';
import type { Count } from '../../platform-counts/platform-counts.repository.js';

const CHANNELS: readonly Channel[] = ['email', 'sms', 'push'];

/** Attempts to deliver webhooks, by outcome; pending ones are retried. */
export interface WebhookTotals {
  delivered: number;
  pending: number;
  failed: number;
}

/** The figures of the last minutes. */
export interface PlatformWindow {
  minutes: number;
  channels: Record<Channel, EventTotals>;
  webhooks: WebhookTotals;
}

export function toWindow(minutes: number, counts: readonly Count[]): PlatformWindow {
  const countOf = (channel: string, event: string) =>
    counts.find((one) => one.channel === channel && one.event === event)?.count ?? 0;
  const totals = (channel: Channel) =>
    Object.fromEntries(COUNTED_EVENTS.map((event): [CountedEvent, number] => [event, countOf(channel, event)]));
  const [delivered, pending, failed] = ['delivered', 'pending', 'failed'].map((status) => countOf('webhook', status));
  return {
    minutes,
    channels: Object.fromEntries(CHANNELS.map((channel) => [channel, totals(channel)])) as Record<Channel, EventTotals>,
    webhooks: { delivered: delivered ?? 0, pending: pending ?? 0, failed: failed ?? 0 },
  };
}

export const ratesIn = ({ channels }: PlatformWindow, channel: Channel): Rates => ratesOf(channels[channel]);

/** The share of successful attempts; null without any. */
export function webhookSuccess({ webhooks }: PlatformWindow): number | null {
  const attempts = webhooks.delivered + webhooks.pending + webhooks.failed;
  return attempts === 0 ? null : Math.round((webhooks.delivered / attempts) * 1e6) / 1e6;
}
