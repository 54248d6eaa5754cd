/** Deliveries of events to servers of customers: attempts, schedule, shares, trials, switching off. */

export {
  afterAttempt,
  DELIVERY_STATUSES,
  failedUntried,
  type DeliveryStatus,
  type HandledJob,
  type WebhookOutcome,
} from './webhook-outcome.js';
export { WEBHOOK_MACHINE } from './webhook-machine.js';
export { WebhookDeliveries } from './webhook-deliveries.js';
export { WebhookMetrics } from './webhook-metrics.js';
export { type DeliverWebhook, ENGLISH, WebhookOptions, type WebhookTexts } from './webhook-options.js';
export { type QueuedDelivery, WebhookQueue } from './webhook-queue.js';
export { WebhookRecorder } from './webhook-recorder.js';
export { type AttemptResult, type JudgedAnswer, type SentWebhook, WebhookSender } from './webhook-sender.js';
export { TRIALS_AN_HOUR } from './webhook-statements.sql.js';
export { type DeliveryTarget, type NewDelivery, type PendingDelivery, WebhookStore } from './webhook-store.js';
export { type FailingEndpoint, FailingEndpoints, WebhookSwitch } from './webhook-switch.js';
export { type InsertedColumn, type WebhookTables } from './webhook-tables.js';
export { type RefusedDelivery, WebhookTransport } from './webhook-transport.js';
