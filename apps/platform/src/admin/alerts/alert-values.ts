import { Injectable } from '@nestjs/common';
import { QueuesService, secondsSince, type QueueState } from '../dead-letters/queues.service.js';
import { PlatformMetricsService } from '../metrics/platform-metrics.service.js';
import { ratesIn, webhookSuccess, type PlatformWindow } from '../metrics/window.js';
import type { AlertCondition, AlertMetric } from './alert.js';

/** Below this number a share has no value. */
const MIN_SAMPLE = 20;

interface Figures {
  window: PlatformWindow;
  queues: readonly QueueState[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

function total(window: PlatformWindow, event: 'accepted' | 'failed'): number {
  return sum(Object.values(window.channels).map((channel) => channel[event]));
}

const amongEnough = (of: number, share: number | null): number | null => (of < MIN_SAMPLE ? null : share);

function failureRate(window: PlatformWindow, channel: 'sms' | 'push'): number | null {
  const { accepted, failed } = window.channels[channel];
  return amongEnough(accepted, failed / accepted);
}

const VALUES: Record<AlertMetric, (figures: Figures) => number | null> = {
  messages_accepted: ({ window }) => total(window, 'accepted'),
  messages_failed: ({ window }) => total(window, 'failed'),
  email_delivery_rate: ({ window }) => amongEnough(window.channels.email.accepted, ratesIn(window, 'email').sent),
  email_bounce_rate: ({ window }) => amongEnough(window.channels.email.accepted, ratesIn(window, 'email').bounced),
  email_complaint_rate: ({ window }) => amongEnough(window.channels.email.sent, ratesIn(window, 'email').complained),
  sms_failure_rate: ({ window }) => failureRate(window, 'sms'),
  push_failure_rate: ({ window }) => failureRate(window, 'push'),
  webhook_success_rate: ({ window }) => amongEnough(sum(Object.values(window.webhooks)), webhookSuccess(window)),
  queue_due: ({ queues }) => sum(queues.map(({ due }) => due)),
  queue_oldest_seconds: ({ queues }) => {
    const now = new Date();
    return Math.max(0, ...queues.map(({ waitingSince }) => (waitingSince ? secondsSince(waitingSince, now) : 0)));
  },
  dead_letters: ({ queues }) => sum(queues.map(({ dead }) => dead)),
};

/** The values of the metrics of rules; each source is read once for all rules. */
@Injectable()
export class AlertValues {
  constructor(
    private readonly metrics: PlatformMetricsService,
    private readonly queues: QueuesService,
  ) {}

  /** The value for each condition, in order; null if there is too little data. */
  async list(conditions: readonly AlertCondition[]): Promise<(number | null)[]> {
    const queues = await this.queues.list();
    const windows = new Map<number, PlatformWindow>();
    for (const { windowMinutes } of conditions) {
      if (!windows.has(windowMinutes)) windows.set(windowMinutes, await this.metrics.getWindow(windowMinutes));
    }
    return conditions.map(({ metric, windowMinutes }) => {
      const window = windows.get(windowMinutes);
      return window ? VALUES[metric]({ window, queues }) : null;
    });
  }
}
