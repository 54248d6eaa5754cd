/** Figures that a rule may look at, as the API names them. */
export const METRICS = [
  'messages_accepted',
  'messages_failed',
  'email_delivery_rate',
  'email_bounce_rate',
  'email_complaint_rate',
  'sms_failure_rate',
  'push_failure_rate',
  'webhook_success_rate',
  'queue_due',
  'queue_oldest_seconds',
  'dead_letters',
] as const;

export const OPERATORS = { gt: '>', gte: '≥', lt: '<', lte: '≤' } as const;

/** A condition as people write it, such as `dead_letters > 10`. */
export const conditionOf = (rule: { metric: string; operator: string; threshold: number }): string =>
  `${rule.metric} ${OPERATORS[rule.operator as keyof typeof OPERATORS] ?? rule.operator} ${rule.threshold}`;
