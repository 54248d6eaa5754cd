import { webhookRetryDelay } from '#libs/outbound';
import type { DeliveryStatus } from './webhook-delivery.entity.js';
import type { SentWebhook } from './webhook-sender.js';

/** What to record of a delivery. */
export interface WebhookOutcome {
  deliveryId: string;
  status: DeliveryStatus;
  error: string | null;
  retryAt: Date | null;
  /** The request that was made, and its number; absent without one. */
  attempt?: SentWebhook & { number: number };
}

/** What becomes of a job: it is postponed, or it is complete. */
export interface HandledJob {
  /** The job's. */
  id: string;
  /** When it runs again; null for a complete job. */
  runAgainAt: Date | null;
  reason: string;
  outcome?: WebhookOutcome;
}

/** After a request: delivered, retried on the schedule, or failed after the last attempt of the schedule. */
export function afterAttempt(jobId: string, deliveryId: string, earlier: number, sent: SentWebhook): HandledJob {
  const number = earlier + 1;
  const delayMs = sent.delivered ? undefined : webhookRetryDelay(number);
  const retryAt = delayMs === undefined ? null : new Date(Date.now() + delayMs);
  const status = sent.delivered ? 'delivered' : retryAt ? 'pending' : 'failed';
  const outcome = { deliveryId, status, error: sent.error, retryAt, attempt: { ...sent, number } } as const;
  return { id: jobId, runAgainAt: retryAt, reason: sent.error ?? '', outcome };
}

/** A delivery that fails without a further request. */
export function failedUntried(jobId: string, deliveryId: string, error: string): HandledJob {
  return {
    id: jobId,
    runAgainAt: null,
    reason: error,
    outcome: { deliveryId, status: 'failed', error, retryAt: null },
  };
}

/** Nothing is left to do: an earlier run of the job recorded the outcome, or retention deleted the delivery. */
export function alreadyComplete(jobId: string): HandledJob {
  return { id: jobId, runAgainAt: null, reason: '' };
}

/** Without an attempt. */
export function postponed(jobId: string, delayMs: number, reason: string): HandledJob {
  return { id: jobId, runAgainAt: new Date(Date.now() + delayMs), reason };
}
