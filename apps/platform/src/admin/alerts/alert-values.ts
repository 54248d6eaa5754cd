import { Injectable } from '@nestjs/common';
import { QueuesService } from '../dead-letters/queues.service.js';
import { age } from '../dead-letters/queues.mapper.js';
import type { QueueState } from '../dead-letters/queues.service.js';
import { PlatformMetricsService } from '../metrics/platform-metrics.service.js';
import { ratesIn, webhookSuccess, type PlatformWindow } from '../metrics/window.js';
import type { AlertCondition, AlertMetric } from './alert.js';

/** A share of fewer than so many says nothing yet. */
const FEWEST = 20;

interface Picture {
  window: PlatformWindow;
  queues: readonly QueueState[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

function total(window: PlatformWindow, event: 'accepted' | 'failed'): number {
  return sum(Object.values(window.channels).map((channel) => channel[event]));
}

const amongEnough = (of: number, share: number | null): number | null => (of < FEWEST ? null : share);

function failureRate(window: PlatformWindow, channel: 'sms' | 'push'): number | null {
  const { accepted, failed } = window.channels[channel];
  return amongEnough(accepted, failed / accepted);
}

const VALUES: Record<AlertMetric, (picture: Picture) => number | null> = {
  messages_accepted: ({ window }) => total(window, 'accepted'),
  messages_failed: ({ window }) => total(window, 'failed'),
  email_delivery_rate: ({ window }) => amongEnough(window.channels.email.accepted, ratesIn(window, 'email').sent),
  email_bounce_rate: ({ window }) => amongEnough(window.channels.email.sent, ratesIn(window, 'email').bounced),
  email_complaint_rate: ({ window }) => amongEnough(window.channels.email.sent, ratesIn(window, 'email').complained),
  sms_failure_rate: ({ window }) => failureRate(window, 'sms'),
  push_failure_rate: ({ window }) => failureRate(window, 'push'),
  webhook_success_rate: ({ window }) => amongEnough(sum(Object.values(window.webhooks)), webhookSuccess(window)),
  queue_due: ({ queues }) => sum(queues.map(({ due }) => due)),
  queue_oldest_seconds: ({ queues }) => {
    const now = new Date();
    return Math.max(0, ...queues.map(({ waitingSince }) => (waitingSince ? age(waitingSince, now) : 0)));
  },
  dead_letters: ({ queues }) => sum(queues.map(({ dead }) => dead)),
};

/** What the metrics of rules are worth; what several rules look at is read once. */
@Injectable()
export class AlertValues {
  constructor(
    private readonly metrics: PlatformMetricsService,
    private readonly queues: QueuesService,
  ) {}

  /** The value for each condition, in order; null where there is too little to tell. */
  async of(conditions: readonly AlertCondition[]): Promise<(number | null)[]> {
    const queues = await this.queues.states();
    const windows = new Map<number, PlatformWindow>();
    for (const { windowMinutes } of conditions) {
      if (!windows.has(windowMinutes)) windows.set(windowMinutes, await this.metrics.window(windowMinutes));
    }
    return conditions.map(({ metric, windowMinutes }) => {
      const window = windows.get(windowMinutes);
      return window ? VALUES[metric]({ window, queues }) : null;
    });
  }
}
