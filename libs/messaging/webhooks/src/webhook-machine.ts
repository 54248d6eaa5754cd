import type { Provider } from '@nestjs/common';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookQueue } from './webhook-queue.js';
import { WebhookRecorder } from './webhook-recorder.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookStore } from './webhook-store.js';
import { WebhookSwitch } from './webhook-switch.js';
import { WebhookTrials } from './webhook-trials.js';

/**
 * Providers of the machine. The module that has them also provides `WebhookOptions`, `WebhookTransport`, `FailingEndpoints`,
 * `WebhookMetrics` and an `OutboundClient`.
 */
export const WEBHOOK_MACHINE: readonly Provider[] = [
  WebhookAttempts,
  WebhookDeliveries,
  WebhookQueue,
  WebhookRecorder,
  WebhookSender,
  WebhookStore,
  WebhookSwitch,
  WebhookTrials,
];
