import type { AlertRule } from './alert-rule.entity.js';

/** The metrics of rules, with their descriptions. Shares are from 0 to 1. */
export const ALERT_METRICS = {
  messages_accepted: 'Messages accepted in the window, of all channels',
  messages_failed: 'Messages that failed in the window, of all channels',
  email_delivery_rate: 'Share of accepted e-mails that mail servers accepted',
  email_bounce_rate: 'Share of sent e-mails that bounced',
  email_complaint_rate: 'Share of sent e-mails with a complaint',
  sms_failure_rate: 'Share of accepted texts that failed',
  push_failure_rate: 'Share of accepted push messages that failed',
  webhook_success_rate: 'Share of webhook attempts that succeeded',
  queue_due: 'Jobs that are due, of all kinds, now',
  queue_oldest_seconds: 'How long the oldest due job waits, now',
  dead_letters: 'Dead letters, now',
} as const;

export type AlertMetric = keyof typeof ALERT_METRICS;

export const ALERT_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;

export type AlertOperator = (typeof ALERT_OPERATORS)[number];

/** Fields of a rule that an operator sets. */
export type AlertCondition = Pick<AlertRule, 'name' | 'metric' | 'operator' | 'threshold' | 'windowMinutes' | 'active'>;

/** Whether the condition holds. It does not for an unknown value. */
export function isBreached({ operator, threshold }: AlertCondition, value: number | null): boolean {
  if (value === null) return false;
  switch (operator) {
    case 'gt':
      return value > threshold;
    case 'gte':
      return value >= threshold;
    case 'lt':
      return value < threshold;
    case 'lte':
      return value <= threshold;
  }
}
