import { webhookRetryDelay } from '#libs/outbound';
import type { DeliveryStatus } from './webhook.js';
import type { SentWebhook } from './webhook-sender.js';

/** What is to be recorded of a delivery. */
export interface WebhookOutcome {
  deliveryId: string;
  status: DeliveryStatus;
  error: string | null;
  retryAt: Date | null;
  /** The request that was made, and its number; absent when none was. */
  attempt?: SentWebhook & { number: number };
}

/** What becomes of a job: it runs again at a time, or it is done. */
export interface HandledJob {
  /** The job's. */
  id: string;
  runAgainAt: Date | null;
  reason: string;
  outcome?: WebhookOutcome;
}

/** After a request: delivered, or tried again on the schedule, or failed when the schedule is over. */
export function afterAttempt(jobId: string, deliveryId: string, earlier: number, sent: SentWebhook): HandledJob {
  const number = earlier + 1;
  const delayMs = sent.delivered ? undefined : webhookRetryDelay(number);
  const retryAt = delayMs === undefined ? null : new Date(Date.now() + delayMs);
  const status = sent.delivered ? 'delivered' : retryAt ? 'pending' : 'failed';
  const outcome = { deliveryId, status, error: sent.error, retryAt, attempt: { ...sent, number } } as const;
  return { id: jobId, runAgainAt: retryAt, reason: sent.error ?? '', outcome };
}

/** The end of a delivery for which no request is made any more. */
export function refused(jobId: string, deliveryId: string, error: string): HandledJob {
  return {
    id: jobId,
    runAgainAt: null,
    reason: error,
    outcome: { deliveryId, status: 'failed', error, retryAt: null },
  };
}

/** Nothing is left to do: an earlier run of the job recorded the end, or retention took the delivery away. */
export function alreadySettled(jobId: string): HandledJob {
  return { id: jobId, runAgainAt: null, reason: '' };
}

/** Not now, and nothing happened yet. */
export function postponed(jobId: string, delayMs: number, reason: string): HandledJob {
  return { id: jobId, runAgainAt: new Date(Date.now() + delayMs), reason };
}
