/** What a rule may look at, and what it is. Shares are from 0 to 1. */
export const ALERT_METRICS = {
  messages_accepted: 'Messages accepted in the window, of all channels',
  messages_failed: 'Messages that failed in the window, of all channels',
  email_delivery_rate: 'Share of accepted e-mails that the mail servers took',
  email_bounce_rate: 'Share of sent e-mails that bounced',
  email_complaint_rate: 'Share of sent e-mails that somebody complained about',
  sms_failure_rate: 'Share of accepted texts that failed',
  push_failure_rate: 'Share of accepted push messages that failed',
  webhook_success_rate: 'Share of webhook attempts that were answered well',
  queue_due: 'Work whose time has come, of all kinds, now',
  queue_oldest_seconds: 'For how long the oldest due work waits, now',
  dead_letters: 'Work that was given up, now',
} as const;

export type AlertMetric = keyof typeof ALERT_METRICS;

export const ALERT_OPERATORS = ['gt', 'gte', 'lt', 'lte'] as const;

export type AlertOperator = (typeof ALERT_OPERATORS)[number];

/** What is to be watched, and when it is a reason to worry. */
export interface AlertCondition {
  name: string;
  metric: AlertMetric;
  operator: AlertOperator;
  threshold: number;
  windowMinutes: number;
  active: boolean;
}

export interface AlertRule extends AlertCondition {
  id: string;
  state: 'ok' | 'firing';
  /** As last looked at; null when there was too little to tell. */
  value: number | null;
  evaluatedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** That a rule began to fire, or ceased to. */
export interface AlertEvent {
  position: number;
  ruleId: string;
  name: string;
  metric: AlertMetric;
  operator: AlertOperator;
  threshold: number;
  windowMinutes: number;
  type: 'fired' | 'recovered';
  value: number | null;
  /** Why it ceased, where that was not the metric. */
  reason: string;
  occurredAt: Date;
}

/** Whether the value is a reason to worry. One that nobody can tell is none. */
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
